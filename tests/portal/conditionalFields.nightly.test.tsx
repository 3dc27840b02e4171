import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import machines from '../fixtures/machines.ts';
import { everyday, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

resources.push(machines as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');

let sent: Record<string, unknown>[];
beforeEach(() => {
  everyday();
  sent = [];
  simpleRest('machines', [
    { id: 'm1', name: 'Drill', price: 2000, deposit: 100, method: 'cash', state: 'active', version: 1 },
    { id: 'm2', name: 'Nail', price: 5, deposit: null, method: null, state: 'active', version: 1 },
  ]);
  const keep = async ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
    sent.push((await request.json()) as Record<string, unknown>);
    return HttpResponse.json(
      { ...sent.at(-1), id: params.id ?? 'm3' },
      { status: request.method === 'POST' ? 201 : 200 },
    );
  };
  server.use(
    http.put('*/api/v1/collections/machines/:id', keep),
    http.post('*/api/v1/collections/machines', keep),
    http.post('*/api/v1/collections/machines/:id/:action', keep),
  );
});

const retype = async (user: ReturnType<typeof openPortal>['user'], name: RegExp, value: string) => {
  const found = await screen.findByLabelText(name);
  await user.clear(found);
  if (value) await user.type(found, value);
};

test('shows and requires an input while its condition holds for the typed values', async () => {
  const { user } = openPortal('/add-machine', 'admin');
  await user.type(await screen.findByLabelText(/^Name/), 'Saw');
  expect(screen.queryByLabelText(/^Deposit/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'Security' })).toBeNull();
  await retype(user, /^Price/, '2000');
  expect(await screen.findByRole('region', { name: 'Security' })).toBeVisible();
  expect(screen.queryByLabelText(/^Method/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Deposit is required')).toBeVisible();
  expect(sent).toEqual([]);
  await retype(user, /^Deposit/, '50');
  expect(await screen.findByLabelText(/^Method/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Saw', price: 2000, deposit: 50 }]));
});

test('does not send a hidden value, and remembers it while the form is open', async () => {
  const { user } = openPortal('/machines/m1/edit', 'admin');
  expect(await screen.findByLabelText(/^Deposit/)).toHaveValue(100);
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByLabelText(/^Method/)).toBeVisible();
  await retype(user, /^Price/, '5');
  await waitFor(() => expect(screen.queryByLabelText(/^Deposit/)).toBeNull());
  expect(sheet.queryByLabelText(/^Method/)).toBeNull();
  await retype(user, /^Price/, '3000');
  expect(await screen.findByLabelText(/^Deposit/)).toHaveValue(100);
  await retype(user, /^Price/, '5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ price: 5, version: 1 });
  expect(sent[0]).not.toHaveProperty('deposit');
  expect(sent[0]).not.toHaveProperty('method');
});

test('hides lines, groups and quick edits that a record does not have', async () => {
  const { user } = openPortal('/machines', 'admin');
  expect(await screen.findByRole('combobox', { name: /^Method.*Drill/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /^Method.*Nail/ })).toBeNull();
  await user.click(screen.getByText('Nail'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Nail' }));
  expect(await sheet.findByText('$5.00')).toBeVisible();
  expect(sheet.queryByText('Deposit')).toBeNull();
  expect(sheet.queryByRole('heading', { name: 'Security' })).toBeNull();
});

test('shows inputs of an action by the record and the typed values', async () => {
  const { user } = openPortal('/machines/m2', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Revalue' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revalue' }));
  expect(dialog.queryByLabelText(/^Deposit/)).toBeNull();
  await user.type(dialog.getByLabelText(/^Price/), '2000');
  await user.type(await dialog.findByLabelText(/^Deposit/), '9');
  await user.click(dialog.getByRole('button', { name: 'Revalue' }));
  await waitFor(() => expect(sent).toMatchObject([{ price: 2000, deposit: 9 }]));
});

test('shows inputs of a transition by the state that it leads to', async () => {
  const { user } = openPortal('/machines/m1', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Retire' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retire' }));
  await user.type(await dialog.findByLabelText(/^Reason/), 'Worn');
  await user.click(dialog.getByRole('button', { name: 'Retire' }));
  await waitFor(() => expect(sent).toMatchObject([{ reason: 'Worn' }]));
});
