import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { everyday } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// As if the file were in src/resources. Must run before the portal is imported.
resources.push(supplies as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');

const readAddress = () => JSON.parse(new URLSearchParams(location.search).get('filter') ?? '{}').where;

beforeEach(() => {
  everyday();
  const row = (id: string, item: string, state: string, own: object = {}) => ({
    ...{ id, item, state, quantity: 5, price: 2, expiresOn: '2027-03-01', fragile: false, note: null },
    ...{ laboratory: 'l-record-1', ...own },
  });
  simpleRest('supplies', [
    row('1', 'Tubes', 'In stock'),
    row('2', 'Gloves', 'Ordered', { quantity: 40 }),
    row('3', 'Swabs', 'Ordered', { expiresOn: '2026-01-31', note: 'Old' }),
  ]);
});

const openPanel = (where: unknown) =>
  openPortal(`/supplies?filter=${encodeURIComponent(JSON.stringify({ where }))}`, 'admin');
test('opens the panel with the conditions of the address, and edits them', async () => {
  const group = { and: [{ quantity: { gt: 10 } }, { fragile: false }] };
  const { user } = openPanel({ or: [{ note: { exists: true } }, { laboratory: { not: 'l-record-1' } }, group] });
  expect(
    await screen.findByText(
      'Note is not empty or Laboratory is not Northside Lab or (Quantity is more than 10 and Fragile is No)',
    ),
  ).toBeVisible();
  expect(screen.queryByText('Tubes')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  const nested = await screen.findByRole('group', { name: 'Group 3' });
  const [any, all] = screen.getAllByRole('combobox', { name: 'Match' });
  expect([any?.textContent, all?.textContent]).toEqual(['Any of these', 'All of these']);
  expect(within(nested).getByRole('spinbutton', { name: 'Value' })).toHaveValue(10);
  await user.click(within(nested).getByRole('button', { name: 'Remove condition 1' }));
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
  expect(await screen.findByText('Tubes')).toBeVisible();
  const kept = [{ note: { exists: true } }, { laboratory: { not: 'l-record-1' } }, { fragile: false }];
  await waitFor(() => expect(readAddress()).toEqual({ or: kept }));
  await user.click(await screen.findByRole('button', { name: 'Remove condition 3' }));
  await user.click(screen.getByRole('button', { name: 'Remove condition 2' }));
  await user.click(screen.getByRole('button', { name: 'Remove condition 1' }));
  await user.click(await screen.findByRole('button', { name: 'Apply Filters' }));
  await waitFor(() => expect(readAddress()).toBeUndefined());
  expect(screen.getByRole('button', { name: 'More conditions' })).toBeVisible();
});

test('shows conditions that rows cannot hold as a sentence, and removes them', async () => {
  const { user } = openPanel({ not: { or: [{ state: 'Ordered' }, { 'laboratory.fullName': 'x' }] } });
  await user.click(await screen.findByRole('button', { name: 'Show Filters' }));
  expect(await screen.findByText('These conditions cannot be edited here.')).toBeVisible();
  expect(screen.getByText('not (State is Ordered or Laboratory › Full Name is x)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove conditions' }));
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
  await waitFor(() => expect(readAddress()).toBeUndefined());
});

test("offers only the list's own filters for calls of a host", async () => {
  const { user } = openPortal('/appointments', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Show Filters' }));
  expect(await screen.findByRole('button', { name: 'Apply Filters' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More conditions' })).toBeNull();
});
