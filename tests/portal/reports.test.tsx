import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import expenses from '../fixtures/expenses.ts';
import { everyday, refused, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// Registers it like a file of src/resources, before the routes are built.
resources.push(expenses as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');

const weeks = {
  groups: [
    { value: '2026-03-02', values: { sum_amount: 20.29, count: 3 } },
    { value: '2026-03-09', values: { sum_amount: 1000.01, count: 1 } },
    { value: null, values: { sum_amount: 0, count: 1 } },
  ],
  total: { sum_amount: 1020.3, count: 5 },
  more: false,
};
const values = { sum_amount: 5, average_amount: 2.5, min_miles: null, max_miles: 3 };
const monthOf = (value: string, ...amounts: number[]) => ({
  value,
  values: { sum_amount: amounts.reduce((sum, one) => sum + one) },
  columns: amounts.map((amount) => ({ sum_amount: amount })),
});
const replies: Record<string, object> = {
  perWeek: weeks,
  perDay: { groups: [{ value: '10000-01-01', values: { count: 1 } }], total: { count: 1 }, more: false },
  byKind: { groups: [{ value: 'Fuel', values }], total: values, more: false },
  kinds: {
    columns: [
      { value: 'Fuel', values: { sum_amount: 30 } },
      { value: 'Parking', values: { sum_amount: 5.5 } },
      { value: null, values: { sum_amount: 1 } },
      { value: null, others: true, values: { sum_amount: 2 } },
    ],
    groups: [monthOf('2026-01-01', 10, 0, 0, 2), monthOf('2026-02-01', 20, 5.5, 1, 0)],
    total: { sum_amount: 38.5 },
    more: false,
  },
  fuel: { groups: [], total: { sum_amount: 1000.31, average_miles: 11.666 }, more: false },
  number: { groups: [], total: { count: 1234 }, more: false },
  byPerson: {
    groups: [{ value: 'e1', label: 'Ann Walker', values: { count: 1, sum_amount: 5 } }],
    total: { count: 1, sum_amount: 5 },
    more: true,
  },
};
let asked: string[] = [];
beforeEach(() => {
  everyday();
  asked = [];
  simpleRest('expenses', []);
  server.use(
    http.get('*/api/v1/collections/expenses/reports/:name', ({ params, request }) => {
      asked.push(`${params.name}${new URL(request.url).searchParams.get('filter') ?? ''}`);
      const reply = replies[String(params.name)] ?? { groups: [], total: { count: 0 }, more: false };
      return HttpResponse.json(reply);
    }),
  );
});
const section = (name: string) => screen.findByRole('region', { name });
const cells = (row: HTMLElement) =>
  [...within(row).queryAllByRole('rowheader'), ...within(row).queryAllByRole('cell')].map((cell) =>
    cell.textContent.replace(/\s/g, ' '),
  );

test('opens reports from a tab of the list: figures, tables, and charts readable as tables', async () => {
  const { user } = openPortal('/expenses', 'admin');
  const tabs = await screen.findByRole('navigation', { name: 'Expenses' });
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  expect(within(menu).queryByRole('link', { name: /reports/ })).toBeNull();
  await user.click(within(tabs).getByRole('link', { name: 'Reports' }));
  expect(await screen.findByRole('heading', { name: 'Expenses', level: 1 })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Reports · Expenses · Mobile Phlebotomy Portal'));
  const shown = await screen.findByRole('navigation', { name: 'Expenses' });
  expect(within(shown).getByText('Reports')).toHaveAttribute('aria-current', 'page');
  expect(within(shown).getAllByRole('link')[0]).toHaveAttribute('href', '/expenses');
  const fuel = await section('Fuel in all');
  expect(await within(fuel).findByText('$1,000.31')).toBeVisible();
  expect(within(fuel).getByText('11.7')).toBeVisible();
  expect(await within(await section('How many')).findByText('1,234')).toBeVisible();
  const people = await section('Who spends');
  expect((await within(people).findAllByRole('row')).map(cells).slice(1)).toEqual([
    ['Ann Walker', '1', '$5.00'],
    ['All', '1', '$5.00'],
  ]);
  expect(within(people).getByText('Only 1 are shown here. Use filters to narrow them down.')).toBeVisible();
  const spent = await section('Spent a week');
  await user.click(await within(spent).findByRole('button', { name: 'Show as a table' }));
  const heads = within(spent)
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
  expect(heads).toEqual(['Week', 'Amount, total', 'Expenses']);
  expect(within(spent).getAllByRole('row').map(cells).slice(1)).toEqual([
    ['Mar 9 – 15, 2026', '$1,000.01', '1'],
    ['Mar 2 – 8, 2026', '$20.29', '3'],
    ['Not given', '$0.00', '1'],
    ['All', '$1,020.30', '5'],
  ]);
  await user.click(within(spent).getByRole('button', { name: 'Show as a chart' }));
  expect(await within(spent).findByRole('button', { name: 'Show as a table' })).toBeVisible();
  // The day at the calendar's end.
  expect(await within(await section('Spent a day')).findByText('10000-01-01')).toBeVisible();
  expect(asked).toContain('refunded');
});

test('shows the values of a second field as columns, with totals of rows and columns', async () => {
  openPortal('/expense-reports', 'admin');
  const kinds = await section('Kinds by month');
  const rows = await within(kinds).findAllByRole('row');
  const heads = within(kinds).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual([
    ...['Month', 'Fuel', 'Parking', 'Not given', 'Others', 'Amount, total'],
  ]);
  expect(rows.map(cells).slice(1)).toEqual([
    ['February 2026', '$20.00', '$5.50', '$1.00', '$0.00', '$26.50'],
    ['January 2026', '$10.00', '$0.00', '$0.00', '$2.00', '$12.00'],
    ['All', '$30.00', '$5.50', '$1.00', '$2.00', '$38.50'],
  ]);
});

test('filters only the reports that support the filter', async () => {
  const { user } = openPortal('/employee-expense-reports', 'employee');
  await section('Fuel in all');
  expect(screen.queryByRole('region', { name: 'Refunded' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  await user.click(await screen.findByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Parking' }));
  asked = [];
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
  await waitFor(() => expect(asked).toEqual(['perWeek{"kind":"Parking"}']));
});

test('shows configured reports on a dashboard, and the reason of a refused one', async () => {
  server.use(http.get('*/api/v1/collections/expenses/reports/fuel', () => refused('Too busy.', 503)));
  openPortal('/dashboard', 'admin');
  expect(await within(await section('By kind')).findAllByText('$5.00')).not.toHaveLength(0);
  expect(await within(await section('Fuel in all')).findByText('Too busy.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'How many' })).toBeNull();
});
