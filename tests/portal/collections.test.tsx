import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import books from '../fixtures/books.ts';
import boxes from '../fixtures/boxes.ts';
import copies from '../fixtures/copies.ts';
import loans from '../fixtures/loans.ts';
import racks from '../fixtures/racks.ts';
import results from '../fixtures/results.ts';
import samples from '../fixtures/samples.ts';
import specimens from '../fixtures/specimens.ts';
import supplies from '../fixtures/supplies.ts';
import { everyday } from './host.ts';
import { simpleRest } from './simpleRest.ts';
import { gauzes, jars, link, row } from './supplyRows.ts';

// As if the file were in src/resources. Must run before the portal is imported, which creates its routes from it.
resources.push(
  ...([
    supplies,
    samples,
    racks,
    specimens,
    results,
    boxes,
    books,
    copies,
    loans,
    gauzes,
    jars,
  ] as unknown as AnyResource[]),
);
const { openPortal } = await import('./portal.tsx');

let rows: ReturnType<typeof simpleRest>;
beforeEach(() => {
  everyday();
  rows = simpleRest('supplies', [
    row('1', 'Tubes'),
    row('2', 'Gloves', { state: 'Ordered' }),
    ...Array.from({ length: 10 }, (_, index) => row(`x${index}`, `Swab ${index}`)),
  ]);
});

test('builds menu, list, total, pagination and columns from the config file', async () => {
  const { user } = openPortal('/dashboard', 'admin');
  await user.click(await link('Supplies'));
  expect(await screen.findByRole('heading', { name: 'Supplies', level: 1 })).toBeVisible();
  expect(await screen.findByText('Gloves')).toBeVisible();
  expect(screen.getByText('12 total')).toBeVisible();
  expect(screen.getByText('Page 1 of 2')).toBeVisible();
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads.filter(Boolean)).toEqual(
    expect.arrayContaining(['#', 'Item', 'Quantity', 'Price', 'Expires On', 'State', 'Laboratory', 'Action']),
  );
  expect(await screen.findAllByText('Northside Lab')).not.toHaveLength(0);
  expect(screen.getAllByText('$12.50')).not.toHaveLength(0);
});

test('shows values of other records with their labels in list and export', async () => {
  const labels = { copy: 'C-1', member: 'Marcus Lee', branch: 'Northside Lab' };
  const from = { author: 'Zoë', genre: 'Science', branch: 'l-record-1', worth: 10 };
  simpleRest('loans', [
    { id: '1', copy: 'c1', member: 'e-record-1', dueOn: '2027-03-01', ...from, labels, version: 1 },
  ]);
  let file: Blob | undefined;
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    file = made as Blob;
    return 'blob:loans';
  });
  const { user } = openPortal('/loans', 'admin');
  expect(await screen.findByText('Zoë')).toBeVisible();
  for (const value of ['Northside Lab', '$10.00']) expect(screen.getAllByText(value)).not.toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(file).toBeDefined());
  const [head, row] = String(await file?.text()).split(/\r?\n/);
  for (const name of ['Author', 'Genre', 'Branch', 'Worth']) expect(head).toContain(name);
  for (const value of ['Zoë', 'Science', 'Northside Lab', '10.00']) expect(row).toContain(value);
  create.mockRestore();
});

test('sends filters to the server by name', async () => {
  const { user } = openPortal('/supplies', 'admin');
  await screen.findByText('Gloves');
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  await user.click(await screen.findByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'Ordered' }));
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
  await waitFor(() => expect(screen.queryByText('Swab 1')).toBeNull());
  expect(screen.getByText('Gloves')).toBeVisible();
  expect(screen.getByText('1 total')).toBeVisible();
});

test('creates, shows, updates and deletes a record', async () => {
  const { user } = openPortal('/add-supply', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Item is required')).toBeVisible();
  await user.type(screen.getByLabelText(/^Item/), 'Bandages');
  await user.clear(screen.getByRole('spinbutton', { name: 'Quantity' }));
  await user.type(screen.getByRole('spinbutton', { name: 'Quantity' }), '40');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const saved = (await screen.findByText('Supply “Bandages” saved.')).parentElement as HTMLElement;
  expect(rows.at(-1)).toMatchObject({ item: 'Bandages', quantity: 40, state: 'In stock' });
  expect(within(saved).getByRole('button', { name: 'Undo' })).toBeVisible();
  await user.click(within(saved).getByRole('button', { name: 'Open' }));

  const popup = await screen.findByRole('dialog', { name: 'Bandages' });
  expect(within(popup).getByText('40')).toBeVisible();
  await user.click(within(popup).getByRole('link', { name: 'Edit' }));
  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity' });
  await user.clear(quantity);
  await user.type(quantity, '39');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rows.at(-1)).toMatchObject({ item: 'Bandages', quantity: 39 }));

  await user.click(await screen.findByText('Bandages'));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Bandages' })).getByRole('button', { name: 'Delete' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
  await waitFor(() => expect(rows.some(({ item }) => item === 'Bandages')).toBe(false));
});

test('shows details to a role that may not edit, in a list whose rows open the form', async () => {
  simpleRest('jars', [row('1', 'Tall jar')]);
  const { user } = openPortal('/laboratory-jars', 'laboratory');
  await user.click(await screen.findByText('Tall jar'));
  expect(await screen.findByRole('dialog', { name: 'Tall jar' })).toBeVisible();
  await waitFor(() => expect(location.pathname).toBe('/laboratory-jars/1'));
  expect(screen.queryByRole('spinbutton', { name: 'Quantity' })).toBeNull();
});

test('shows a role only what it may see', async () => {
  openPortal('/laboratory-supplies', 'laboratory');
  expect(await screen.findByText('Gloves')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add Supply' })).toBeNull();
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

test('derives readable names and sorts newest first by default', async () => {
  const made = (id: string, title: string, createdAt: string) => ({ id, title, createdAt, changedBy: 'Ada Admin' });
  simpleRest('samples', [
    made('1', 'Old', '2026-01-01T12:00:00Z'),
    made('2', 'New', new Date('2026-02-01T12:00').toISOString()),
  ]);
  const { user } = openPortal('/dashboard', 'admin');
  await user.click(await link('Samples'));
  expect(await link('Add Samples')).toHaveAttribute('href', '/add-sample');
  const [, first] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent(/New.*Feb 1, 2026.*Ada Admin/);
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  await user.click(await screen.findByRole('combobox', { name: 'Sort By' }));
  const offered = (await screen.findAllByRole('option')).map((one) => one.textContent?.trim()).filter(Boolean);
  expect(offered).toEqual(['Created', 'Title']);
  expect(document.body).not.toHaveTextContent('resources.samples');
});

describe('references', () => {
  const specimen = (id: string, own: object) => ({ id, barcode: `S-${id}`, tube: 'Serum', state: 'Drawn', ...own });

  test("are shown by the record's label, never by an id", async () => {
    simpleRest('specimens', [
      specimen('1', { rack: 'r-1', appointment: 'a-1', labels: { rack: 'Rack by the door', appointment: null } }),
    ]);
    openPortal('/specimens', 'admin');
    expect(await screen.findByText('Rack by the door')).toBeVisible();
    expect(screen.queryByText('r-1')).toBeNull();
    expect(screen.queryByText('a-1')).toBeNull();
  });
});
