import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import { everyday, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// As if the files were in src/resources. Must run before the portal is imported, which creates its routes from them.
resources.push(...([orders, orderTests] as unknown as AnyResource[]));
const { openPortal } = await import('./portal.tsx');

const test1 = { id: 't1', order: 'o1', analyte: 'Glucose', tube: 'Serum', amount: 1, price: 5, place: 1, version: 1 };
const test2 = { ...test1, id: 't2', analyte: 'Calcium', place: 2, version: 4 };
let sent: Record<string, unknown>[] = [];
beforeEach(() => {
  everyday();
  sent = [];
  simpleRest('orders', [
    { id: 'o1', number: 'O-1', laboratory: 'l-record-1', urgency: 'Routine', version: 3, tests: [test1, test2] },
  ]);
  simpleRest('orderTests', [test1, test2]);
  const keep = async ({ request }: { request: Request }) => {
    sent.push((await request.json()) as Record<string, unknown>);
    return HttpResponse.json({ id: 'o1', ...sent.at(-1), tests: [] });
  };
  server.use(http.put('*/api/v1/collections/orders/o1', keep), http.post('*/api/v1/collections/orders', keep));
});

const group = (name: string) => screen.findByRole('group', { name });
const cell = (row: HTMLElement, name: RegExp) => within(row).getByRole('textbox', { name });

test('edits, adds, moves and removes child rows, and sends them in one call', async () => {
  const { user } = openPortal('/orders/o1/edit', 'admin');
  const first = await group('Tests 1');
  await user.clear(cell(first, /^Analyte/));
  await user.type(cell(first, /^Analyte/), 'Lactate');
  await user.click(screen.getByRole('button', { name: 'Remove Tests 2' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Tests 2' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add to Tests' }));
  const added = await group('Tests 2');
  await user.type(cell(added, /^Analyte/), 'Iron');
  await user.click(screen.getByRole('button', { name: 'Move up: Tests 2' }));
  await waitFor(async () => expect(cell(await group('Tests 1'), /^Analyte/)).toHaveValue('Iron'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    version: 3,
    tests: [
      { analyte: 'Iron', tube: 'Serum', amount: 1, price: null },
      { id: 't1', version: 1, analyte: 'Lactate' },
      { id: 't2', version: 4, removed: true },
    ],
  });
});

test('loads child rows for a form opened right after its list', async () => {
  server.use(
    http.get('*/api/v1/collections/orders', () =>
      HttpResponse.json([{ id: 'o1', number: 'O-1', laboratory: 'l-record-1', urgency: 'Routine', version: 3 }], {
        headers: { 'content-range': 'orders 0-0/1' },
      }),
    ),
  );
  const { user } = openPortal('/orders', 'admin');
  await user.click(await screen.findByText('O-1'));
  const sheet = within(await screen.findByRole('dialog', { name: 'O-1' }));
  await user.click(await sheet.findByRole('link', { name: 'Edit' }));
  await group('Tests 2');
});

test('shows missing values and host errors at the cells of child rows', async () => {
  const { user } = openPortal('/orders/o1/edit', 'admin');
  const first = await group('Tests 1');
  await user.clear(cell(first, /^Analyte/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await within(first).findByText('Analyte is required')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(cell(first, /^Analyte/), 'Sodium');
  expect(within(first).queryByText('Analyte is required')).toBeNull();
  const errors = { 'tests.0.analyte': 'This is measured already.', 'tests.1': 'Somebody else changed this.' };
  server.use(
    http.put('*/api/v1/collections/orders/o1', () =>
      HttpResponse.json(
        { status: false, message: 'This is measured already.', code: 409, data: { errors } },
        { status: 409 },
      ),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await within(first).findByText('This is measured already.')).toBeVisible();
  expect(within(await group('Tests 2')).getByText('Somebody else changed this.')).toBeVisible();
  expect(cell(first, /^Analyte/)).toHaveValue('Sodium');
});

test('sends child rows with a new record', async () => {
  const { user } = openPortal('/add-order', 'admin');
  await user.type(await screen.findByRole('textbox', { name: /^Number/ }), 'O-2');
  await user.click(screen.getByRole('button', { name: 'Add to Tests' }));
  await user.type(cell(await group('Tests 1'), /^Analyte/), 'Iron');
  await user.click(screen.getByRole('combobox', { name: /^Laboratory/ }));
  await user.click(await screen.findByRole('option', { name: 'Northside Lab' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.tests).toEqual([{ analyte: 'Iron', tube: 'Serum', amount: 1, price: null }]);
});

test('hides add and remove from roles that may only edit rows; lists rows in order', async () => {
  const { user } = openPortal('/laboratory-orders/o1', 'laboratory');
  const popup = await screen.findByRole('dialog', { name: 'O-1' });
  await within(popup).findByText('Glucose');
  const table = within(popup).getByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows.slice(1)).toEqual(['GlucoseSerum1', 'CalciumSerum1']);
  await user.click(within(popup).getByRole('link', { name: 'Edit' }));
  const first = await group('Tests 1');
  expect(within(first).queryByRole('spinbutton', { name: /Price/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add to Tests' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove Tests 1' })).toBeNull();
});
