import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const LIST = '/admin/get-transactions';
const TOTAL = '/admin/get-total-earning';
const RECENT = '/admin/get-recent-transaction';
const UPDATE = '/admin/update-transaction/{id}';

const transaction = (own: Record<string, unknown> = {}) => ({
  _id: 't1',
  accountNumber: 'ACC-12345678',
  patientName: 'María Núñez',
  dateAndTime: new Date('2026-03-09T12:00').toISOString(),
  amount: 1234.5,
  status: 'Pending',
  ...own,
});
const newest = transaction({ _id: 't9', patientName: 'Ole Bjørn', accountNumber: '99887766', amount: 75 });

beforeEach(() => {
  everyday();
  on('GET', LIST, () => good([transaction(), transaction({ _id: 't2', patientName: 'Li Wei', status: 'Denied' })]));
  on('GET', TOTAL, () => good(12345.5));
  on('GET', RECENT, () => good([newest, transaction()]));
});
afterEach(() => {
  window.innerWidth = 1440;
});

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const open = () => openPortal('/payments', 'admin');
type User = ReturnType<typeof open>['user'];

async function setStatus(user: User, status: string) {
  await user.click((await screen.findAllByRole('combobox', { name: /^Status: / }))[0] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: status }));
}

test('loads earnings, newest transaction and history with three calls (spec 2.83, 2.86, 7.25, 9.8, 9.9)', async () => {
  open();
  const total = await card('Total Earnings');
  expect(await total.findByText('$12,345.50')).toBeVisible();
  expect(total.getByText('This Month')).toBeVisible();
  const recent = await card('Recent Transaction');
  for (const text of ['Ole Bjørn', '••••7766', '$75.00', 'Pending'])
    expect(await recent.findByText(text)).toBeVisible();
  expect(recent.queryByText('María Núñez')).toBeNull();
  const history = await card('Transaction History');
  for (const name of ['Patient Name', 'Account Number', 'Date & Time', 'Amount', 'Status'])
    expect(await history.findByRole('columnheader', { name })).toBeVisible();
  const row = within(history.getByRole('row', { name: /María Núñez/ }));
  for (const text of ['••••••••5678', 'Mar 9, 2026', '$1,234.50']) expect(row.getByText(text)).toBeVisible();
  expect(document.body.textContent).not.toContain('12345678');
  for (const path of [LIST, TOTAL, RECENT]) {
    expect(requestsTo(path)).toHaveLength(1);
    expect(requestsTo(path)[0]).toMatchObject({
      method: 'GET',
      query: {},
      authorization: `Bearer ${localStorage.getItem('userAuthToken')}`,
    });
  }
});

test('shows transactions as cards on a phone, with masked account numbers (spec 9.8)', async () => {
  window.innerWidth = 390;
  open();
  const history = await card('Transaction History');
  const [first] = await history.findAllByRole('listitem');
  expect(within(first as HTMLElement).getByText('María Núñez')).toBeVisible();
  expect(within(first as HTMLElement).getByText('••••••••5678')).toBeVisible();
  expect(within(first as HTMLElement).getByRole('combobox', { name: /^Status: / })).toHaveTextContent('Pending');
  expect(screen.queryByRole('table')).toBeNull();
  expect(document.body.textContent).not.toContain('12345678');
});

test('disables Topup, Transfer and Statements (spec 2.84)', async () => {
  open();
  await screen.findByText('$12,345.50');
  for (const name of ['Topup', 'Transfer', 'Statements'])
    expect(screen.getByRole('button', { name, description: '' })).toBeDisabled();
});

test('sends and confirms a new status, and updates total and newest transaction (spec 2.85, 8.23)', async () => {
  on('POST', UPDATE, () => {
    on('GET', LIST, () => good([transaction({ status: 'Completed' })]));
    on('GET', TOTAL, () => good(13580));
    on('GET', RECENT, () => good([{ ...newest, status: 'Denied' }]));
    return good(transaction({ status: 'Completed' }));
  });
  const { user } = open();
  await setStatus(user, 'Completed');
  expect(await screen.findByText('Status updated')).toBeVisible();
  expect(requestsTo('/admin/update-transaction/t1')).toMatchObject([{ body: { status: 'Completed' } }]);
  expect(await screen.findByText('$13,580.00')).toBeVisible();
  expect(await (await card('Recent Transaction')).findByText('Denied')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Status: / })).toHaveTextContent('Completed'));
});

test('offers Completed, Pending and Denied in the select (spec 2.85, 9.4)', async () => {
  const { user } = open();
  await user.click((await screen.findAllByRole('combobox', { name: /^Status: / }))[0] as HTMLElement);
  const options = await screen.findAllByRole('option');
  expect(options.map((one) => one.textContent)).toEqual(['Completed', 'Pending', 'Denied']);
});

test('reports a failed status and keeps the old one', async () => {
  const text = 'This month is closed.';
  on('POST', UPDATE, () => refused(text));
  const { user } = open();
  await setStatus(user, 'Completed');
  expect(await screen.findByText(text)).toBeVisible();
  const [first] = screen.getAllByRole('combobox', { name: /^Status: / });
  await waitFor(() => expect(first).not.toHaveAttribute('aria-disabled'));
  expect(first).toHaveTextContent('Pending');
});

const calls = [
  ['Total Earnings', TOTAL, 'Failed to fetch total earnings', '$12,345.50', 12345.5],
  ['Recent Transaction', RECENT, 'Failed to fetch recent transaction', 'Ole Bjørn', [newest]],
  ['Transaction History', LIST, 'Failed to fetch transactions', 'María Núñez', [transaction()]],
] as const;
test.each(calls)('reports a failure of %s as a toast and in place, with Retry (spec 8.9)', async (...one) => {
  const [title, path, text, expected, data] = one;
  on('GET', path, () => Response.error());
  const { user } = open();
  const place = await card(title);
  expect(await place.findByText(text)).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  for (const [name, , , shown] of calls)
    if (name !== title) expect(await (await card(name)).findByText(shown)).toBeVisible();
  on('GET', path, () => good(data));
  await user.click(place.getByRole('button', { name: 'Retry' }));
  expect(await place.findByText(expected)).toBeVisible();
  expect(place.queryByText(text)).toBeNull();
});

test('shows records that contain only an id (spec 3.6)', async () => {
  on('GET', LIST, () => good([{ _id: 't1' }]));
  on('GET', RECENT, () => good([{ _id: 't1' }]));
  open();
  expect(await (await card('Recent Transaction')).findByText('Pending')).toBeVisible();
  const history = await card('Transaction History');
  expect(await history.findByRole('combobox', { name: /^Status/ })).toHaveTextContent('Pending');
  expect(history.getAllByText('N/A')).toHaveLength(4);
});
