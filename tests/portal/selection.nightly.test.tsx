import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { prepareResources } from 'portal-frame/internal';
import { resources } from 'portal-frame/internal/browser';
import { getPageRoles } from 'portal-frame/roles';
import { beforeEach, expect, test } from 'vitest';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import { appointment, employee, everyday, good, on, requestsTo } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// As if the files were in src/resources. Must run before the portal is imported, which creates its routes from them.
resources.push(...prepareResources([orders, orderTests] as unknown as AnyResource[], getPageRoles()));
const { OURS, openPortal } = await import('./portal.tsx');
type User = ReturnType<typeof openPortal>['user'];

const LIST = '/admin/get-appointments';
const ed = { _id: 'e1', employeeId: 'E1', fullName: 'Ed' };
const visits = [
  appointment({ _id: 'a1', patientName: 'Ana', version: 3, employeeId: ed, visitState: 'done' }),
  appointment({ _id: 'a2', patientName: 'Ben', version: 5, employeeId: null, visitState: 'done' }),
];

beforeEach(() => {
  everyday();
  on('GET', '/admin/get-appointment-counts', () => good({ unassigned: 1, today: 1, upcoming: 2, late: 2, all: 20 }));
  // One visit a page, whatever the query.
  on('GET', LIST, ({ query }) => good({ appointments: [visits[Number(query.page) - 1]], totalPages: 2, total: 20 }));
});

const tick = async (user: User, name: string) =>
  user.click(within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole('checkbox'));

/** Ticks Ana on the first page and Ben on the second. */
async function tickTwoPages(user: User) {
  await tick(user, 'Ana');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await tick(user, 'Ben');
}

test.each([
  ['another tab', (user: User) => user.click(screen.getByRole('button', { name: /^Late/ }))],
  [
    'another order',
    async (user: User) => {
      const head = within(screen.getByRole('columnheader', { name: 'Date & Time' }));
      await user.click(await head.findByRole('button'));
    },
  ],
  [
    'a removed filter',
    async (user: User) => {
      screen.getByRole('button', { name: /Status: Pending/ }).focus();
      await user.keyboard('{Delete}');
    },
  ],
])('clears the selection at %s', async (_change, change) => {
  const filter = encodeURIComponent(JSON.stringify({ status: 'Pending' }));
  const { user } = openPortal(`/appointments?filter=${filter}`, 'admin', undefined, OURS);
  await tick(user, 'Ana');
  expect(await screen.findByText('1 item selected')).toBeVisible();
  const before = requestsTo(LIST).length;
  await change(user);
  await waitFor(() => expect(requestsTo(LIST).length).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByText('1 item selected')).toBeNull());
  for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked();
});

test('keeps the selection while paging, and says how much of it is on other pages', async () => {
  const { user } = openPortal('/appointments', 'admin', undefined, OURS);
  await tickTwoPages(user);
  expect(await screen.findByText('2 items selected')).toBeVisible();
  expect(screen.getByText('1 on another page')).toBeVisible();
});

test('sends the version of each selected row, and restores the former value of each', async () => {
  const asked: unknown[] = [];
  on('GET', '/admin/get-employees', () => good([{ ...employee, isActive: true }]));
  on('POST', '/admin/get-availability', ({ body }) => {
    asked.push(body);
    return good([]);
  });
  const versions = { a1: 3, a2: 5 };
  on('POST', '/admin/assign-many', ({ body }) => {
    const changed = (body.appointments as { _id: 'a1' | 'a2' }[]).map(({ _id }) => ({ _id, version: ++versions[_id] }));
    return good({ changed, left: [] });
  });
  const { user } = openPortal('/appointments', 'admin', undefined, OURS);
  await tickTwoPages(user);
  await user.click(await screen.findByRole('button', { name: 'Assign to' }));
  await user.click(await screen.findByRole('option', { name: /Zoë/ }));
  const sent = () => requestsTo('/admin/assign-many').map(({ body }) => body.appointments);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(asked).toMatchObject([{ but: 'a1,a2' }]);
  expect(sent()[0]).toEqual([
    { _id: 'a1', employeeId: 'e-record-7', version: 3 },
    { _id: 'a2', employeeId: 'e-record-7', version: 5 },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent()[1]).toEqual([
      { _id: 'a1', employeeId: 'e1', version: 4 },
      { _id: 'a2', employeeId: '', version: 6 },
    ]),
  );
});

test('names the records that a deletion of many would delete', async () => {
  const row = { laboratory: 'l-record-1', urgency: 'Routine', tests: [] };
  simpleRest('orderTests', []);
  const rows = simpleRest('orders', [
    { ...row, id: 'o1', number: 'O-1', version: 1 },
    { ...row, id: 'o2', number: 'O-2', version: 2 },
    { ...row, id: 'o3', number: 'O-3', version: 3 },
  ]);
  const { user } = openPortal('/orders', 'admin', undefined, OURS);
  await tick(user, 'O-1');
  await tick(user, 'O-3');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 records' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['O-1', 'O-3']);
  await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
  await waitFor(() => expect(rows.map(({ id }) => id)).toEqual(['o2']));
});
