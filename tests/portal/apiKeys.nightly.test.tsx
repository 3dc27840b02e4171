import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

const key = (own: object) => ({
  ...{ _id: 'k1', name: 'Nightly export', accountId: 'a1', account: 'Northside Lab', role: 'laboratory' },
  ...{ access: 'read', resources: [], createdAt: '2026-03-09T14:30:00.000Z', expiresAt: '2099-03-09T14:30:00.000Z' },
  ...{ lastUsed: null, revokedAt: null },
  ...own,
});
const TOKEN = `key_${'a'.repeat(24)}_${'b'.repeat(43)}`;

let keys: object[];
beforeEach(() => {
  everyday();
  keys = [key({}), key({ _id: 'k2', name: 'Old', revokedAt: '2026-03-10T14:30:00.000Z' })];
  on('GET', '/admin/get-api-keys', () => good(keys));
  on('GET', '/admin/get-api-key-choices', () =>
    good({ accounts: [{ _id: 'a1', name: 'Northside Lab', role: 'laboratory' }], resources: ['tests'], roles: [] }),
  );
});
const open = () => openPortal('/settings', 'admin', undefined, OURS);
const section = () => screen.findByRole('region', { name: 'API keys' });

test('lists the keys with their account, access and last use', async () => {
  open();
  const [first, second] = within(await section()).getAllByRole('listitem');
  expect(first).toHaveTextContent('For Northside Lab · Read only · Never used · Expires');
  expect(second).toHaveTextContent('OldRevoked');
  expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
});

test('creates a key and shows its token once', async () => {
  on('POST', '/admin/create-api-key', () => good({ ...key({ _id: 'k3', name: 'Partner' }), token: TOKEN }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Create API key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  await user.type(within(dialog).getByLabelText(/^Name/), 'Partner');
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));
  expect(await within(dialog).findByText('Account is required')).toBeVisible();
  await user.type(within(dialog).getByRole('combobox', { name: /^Account/ }), 'North');
  await user.click(await screen.findByRole('option', { name: 'Northside Lab (Laboratory)' }));
  await user.click(within(dialog).getByRole('combobox', { name: /Used by/ }));
  await user.click(await screen.findByRole('option', { name: 'An AI assistant that sees people as codes' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));
  expect(await screen.findByText(TOKEN)).toBeVisible();
  const [sent] = requestsTo('/admin/create-api-key');
  expect(sent?.body).toEqual({
    name: 'Partner',
    accountId: 'a1',
    access: 'read',
    resources: [],
    days: 90,
    mcp: 'codes',
  });
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText(TOKEN)).toBeNull());
});

test('revokes a key after confirmation', async () => {
  on('POST', '/admin/revoke-api-key/{id}', () => {
    keys = [];
    return good(null);
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Revoke Nightly export' }));
  const question = await screen.findByRole('dialog', { name: 'Revoke this API key?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The API key was revoked.')).toBeVisible();
  expect(requestsTo('/admin/revoke-api-key/k1')).toHaveLength(1);
});

test('shows a refusal, and hides the section from other roles', async () => {
  on('GET', '/admin/get-api-keys', () => refused('Not found', 404));
  openPortal('/employee-settings', 'employee', undefined, OURS);
  expect(await screen.findByRole('region', { name: 'Language' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'API keys' })).toBeNull();
  expect(requestsTo('/admin/get-api-keys')).toHaveLength(0);
});
