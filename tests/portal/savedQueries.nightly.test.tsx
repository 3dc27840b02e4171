import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { good, on, requestsTo } from './host.ts';
import { LIST, servePatientPages } from './patientPages.ts';
import { OURS, openPortal } from './portal.tsx';

beforeEach(servePatientPages);

test('saves filters under a name', async () => {
  const { user, unmount } = openPortal('/appointments?filter={"status":"Pending"}', 'admin');
  await screen.findByText('María Núñez');
  await user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save current query...' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Waiting{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  unmount();

  const kept = { ...localStorage };
  const second = openPortal('/appointments', 'admin', localStorage.getItem('userAuthToken'), kept);
  await screen.findByText('María Núñez');
  const before = requestsTo(LIST).length;
  await second.user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await second.user.click(await screen.findByRole('menuitem', { name: 'Waiting' }));
  await waitFor(() => expect(requestsTo(LIST).length).toBeGreaterThan(before));
  expect(requestsTo(LIST).at(-1)?.query).toMatchObject({ status: 'Pending', page: '1' });
  await second.user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await second.user.click(await screen.findByRole('menuitem', { name: 'Remove query "Waiting"' }));
  await second.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('Waiting'));
});

test("shares an admin's saved query with a role, in the same menu (spec 13.10)", async () => {
  const shared = { _id: 'q1', resource: 'appointments', name: 'Urgent ones', roles: ['admin'], by: 'Ada Admin' };
  const value = JSON.stringify({ filter: { priorityLevel: 'Urgent' }, sort: { field: 'createdAt', order: 'ASC' } });
  on('GET', '/common/get-shared-queries', () => good([{ ...shared, value }]));
  on('POST', '/admin/share-query', () => good({ ...shared, value }));
  on('POST', '/admin/end-shared-query', () => good(null));
  const { user } = openPortal('/appointments?filter={"status":"Pending"}', 'admin', undefined, OURS);
  await screen.findByText('María Núñez');
  expect(requestsTo('/common/get-shared-queries')).toEqual([]);
  const openMenu = async () => user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Save current query...' }));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Waiting{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Share “Waiting”...' }));
  const dialog = await screen.findByRole('dialog', { name: 'Share “Waiting”...' });
  expect(within(dialog).getByRole('button', { name: 'Share' })).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Laboratory' }));
  await user.click(within(dialog).getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { value: sent, ...rest } = (requestsTo('/admin/share-query').map(({ body }) => body)[0] ?? {}) as Record<
    string,
    unknown
  >;
  expect(rest).toEqual({ resource: 'appointments', name: 'Waiting', roles: ['laboratory'] });
  expect(JSON.parse(String(sent))).toMatchObject({ filter: { status: 'Pending' } });

  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Urgent ones' }));
  await waitFor(() =>
    expect(requestsTo(LIST).at(-1)?.query).toMatchObject({ priorityLevel: 'Urgent', sortOrder: '1' }),
  );
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Stop sharing “Urgent ones”' }));
  await waitFor(() => expect(requestsTo('/admin/end-shared-query')).toHaveLength(1));
});

test('hides shared queries if the host lacks them', async () => {
  const { user } = openPortal('/appointments?filter={"status":"Pending"}', 'admin', undefined, {});
  await screen.findByText('María Núñez');
  await user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Save current query...']);
  expect(requestsTo('/common/get-shared-queries')).toEqual([]);
});
