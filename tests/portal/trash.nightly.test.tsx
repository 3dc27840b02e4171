import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { prepareResources } from 'portal-frame/internal';
import { resources } from 'portal-frame/internal/browser';
import { trash } from 'portal-frame/plugins/trash';
import { getPageRoles } from 'portal-frame/roles';
import { beforeEach, expect, test } from 'vitest';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import { everyday, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// As if the files were in src/resources. Must run before the portal is imported, which creates its routes from them.
resources.push(
  ...prepareResources([orders, orderTests] as unknown as AnyResource[], getPageRoles(), [{ plugin: trash }]),
);
const { openPortal } = await import('./portal.tsx');

const row = { number: 'O-1', laboratory: 'l-record-1', urgency: 'Routine', version: 1, tests: [] };
const deleted = { changedAt: '2026-03-01T15:00:00.000Z', changedBy: 'Ann Admin' };
let asked: string[] = [];
beforeEach(() => {
  everyday();
  asked = [];
  const rows = simpleRest('orders', [
    { ...row, id: 'o1' },
    { ...row, id: 'o2', number: 'O-2' },
  ]);
  simpleRest('orderTests', []);
  // Last, because its address looks like a record's.
  const bin = simpleRest('orders/bin', [{ ...row, ...deleted, id: 'b1', number: 'O-gone', version: 4 }]);
  server.use(
    http.post('*/api/v1/collections/orders/bin/:id/restore', ({ params }) => {
      asked.push(`restore ${params.id}`);
      const [back] = bin.splice(0, 1);
      if (back) rows.push(back);
      return HttpResponse.json(back ?? { ...row, id: params.id });
    }),
    http.delete('*/api/v1/collections/orders/bin/:id', ({ params }) => {
      asked.push(`for good ${params.id}`);
      return HttpResponse.json(bin.splice(0, 1)[0]);
    }),
  );
});

test('offers undo after deleting one record or many (spec 13.8)', async () => {
  const { user } = openPortal('/orders/o1', 'admin');
  await user.click(within(await screen.findByRole('dialog', { name: 'O-1' })).getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked).toEqual(['restore o1']));
  await user.click(within(await screen.findByRole('row', { name: /O-2/ })).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked).toEqual(['restore o1', 'restore o2']));
});

test('lists deletions, restores records, and asks before deleting permanently', async () => {
  const { user } = openPortal('/orders', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Bin' }));
  const sheet = await screen.findByRole('dialog', { name: 'Bin: Orders' });
  expect(await within(sheet).findByText(/Deleted by Ann Admin/)).toBeVisible();
  expect(within(sheet).getByText(/for 30 days/)).toBeVisible();
  await user.click(within(sheet).getByRole('button', { name: 'Delete for good: O-gone' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(asked).toEqual([]);
  await user.click(within(sheet).getByRole('button', { name: 'Restore: O-gone' }));
  expect(await within(sheet).findByText('The bin is empty.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('row', { name: /O-gone/ })).toBeVisible();
  expect(asked).toEqual(['restore b1']);
});

test('offers only restore to roles without permanent deletion', async () => {
  const { user } = openPortal('/laboratory-orders', 'laboratory');
  await user.click(await screen.findByRole('button', { name: 'Bin' }));
  expect(await screen.findByRole('button', { name: 'Restore: O-gone' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /for good/ })).toBeNull();
});

test('hides the bin from roles that may not delete', async () => {
  openPortal('/laboratory-order-tests', 'laboratory');
  await screen.findByRole('heading', { name: 'Tests' });
  expect(screen.queryByRole('button', { name: 'Bin' })).toBeNull();
});
