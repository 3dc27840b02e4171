import { setTimeout as delay } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { defineApp, getAppParts } from 'portal-frame/app';
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
import { everyday, good, on, refused, server } from './host.ts';
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
const { OURS, openPortal } = await import('./portal.tsx');

let rows: ReturnType<typeof simpleRest>;
beforeEach(() => {
  everyday();
  rows = simpleRest('supplies', [
    row('1', 'Tubes'),
    row('2', 'Gloves', { state: 'Ordered' }),
    ...Array.from({ length: 10 }, (_, index) => row(`x${index}`, `Swab ${index}`)),
  ]);
});

describe('a list whose rows open the form', () => {
  let jarRows: typeof rows;
  beforeEach(() => {
    jarRows = simpleRest('jars', [row('1', 'Tall jar'), row('2', 'Flat jar')]);
  });

  test('saves after one click on a row, and still shows details by the link', async () => {
    const { user } = openPortal('/jars', 'admin');
    await user.click(await screen.findByText('Tall jar'));
    const quantity = await screen.findByRole('spinbutton', { name: 'Quantity' });
    await waitFor(() => expect(location.pathname).toBe('/jars/1/edit'));
    await user.clear(quantity);
    await user.type(quantity, '39');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(jarRows[0]).toMatchObject({ quantity: 39 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(location.pathname).toBe('/jars'));
    await user.click(await link('View: Flat jar'));
    expect(await screen.findByRole('dialog', { name: 'Flat jar' })).toBeVisible();
    expect(screen.queryByRole('spinbutton', { name: 'Quantity' })).toBeNull();
  });

  test('loads the record before the click, once the pointer rests on its row', async () => {
    let requests = 0;
    // Each reply has another value, so the form shows which one it has.
    const countRequest = () => HttpResponse.json({ ...jarRows[0], quantity: ++requests });
    server.use(http.get('*/api/v1/collections/jars/:id', countRequest));
    const { user } = openPortal('/jars', 'admin');
    const jar = await screen.findByText('Tall jar');
    // The first connection to the live updates refetches everything, and drops records that nothing shows.
    await expect
      .poll(
        async () => {
          const before = requests;
          await user.unhover(jar);
          await user.hover(jar);
          await delay(700);
          return before > 0 && requests === before;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    const before = requests;
    await user.click(jar);
    expect(await screen.findByRole('spinbutton', { name: 'Quantity' })).toHaveValue(before);
  });

  test('asks before typed values are lost', async () => {
    const { user } = openPortal('/jars', 'admin');
    await user.click(await screen.findByText('Tall jar'));
    await user.type(await screen.findByRole('spinbutton', { name: 'Quantity' }), '7');
    const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(screen.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(57);
    asked.mockRestore();
  });
});

test('refuses an outdated update in the form and keeps the typed values', async () => {
  server.use(http.put('*/api/v1/collections/supplies/:id', () => refused('Somebody else changed this.', 409)));
  const { user } = openPortal('/supplies/1/edit', 'admin');
  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity' });
  await user.clear(quantity);
  await user.type(quantity, '77');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Somebody else changed this.')).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(77);
  // After a refused save, leaving still asks.
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(screen.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(77);
  asked.mockRestore();
});

test('deletes several records at once', async () => {
  const { user } = openPortal('/supplies', 'admin');
  await screen.findByText('Gloves');
  const [, first, second] = screen.getAllByRole('checkbox');
  await user.click(first as HTMLElement);
  await user.click(second as HTMLElement);
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
  await waitFor(() => expect(rows).toHaveLength(10));
});

test("provides the resource to react-admin's inputs in a create form and translates errors", async () => {
  simpleRest('samples', []);
  const { user } = openPortal('/add-sample', 'admin');
  await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'First');
  await user.click(await screen.findByRole('button', { name: /add/i }));
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('This value is not valid'))[0]).toBeVisible();
  expect(document.body).not.toHaveTextContent('Too small');
});

describe('references', () => {
  const specimen = (id: string, own: object) => ({ id, barcode: `S-${id}`, tube: 'Serum', state: 'Drawn', ...own });

  test('list the referring records in the show view, with a link to all of them', async () => {
    simpleRest('specimens', [specimen('1', {})]);
    simpleRest(
      'results',
      Array.from({ length: 8 }, (_, index) => ({
        ...{ id: `m-${index}`, specimen: index === 0 ? 'other' : '1', analyte: `Analyte ${index}`, value: index },
        labels: { specimen: 'S-1' },
      })),
    );
    const { user } = openPortal('/specimens/1', 'admin');
    const popup = await screen.findByRole('dialog', { name: 'S-1' });
    expect(await within(popup).findByText('Analyte 1')).toBeVisible();
    expect(within(popup).queryByText('Analyte 0')).toBeNull();
    expect(
      within(popup)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Analyte', 'Value']);
    await user.click(within(popup).getByRole('link', { name: 'Show all 7' }));
    expect(await screen.findByRole('heading', { name: 'Results', level: 1 })).toBeVisible();
    expect(await screen.findByText('7 total')).toBeVisible();
  });

  test("are selected from the host's search results, beyond one page", async () => {
    const asked: string[] = [];
    simpleRest(
      'racks',
      Array.from({ length: 60 }, (_, index) => ({ id: `r-${index}`, title: `Rack ${index}`, shelf: null })),
    );
    server.use(
      http.get('*/api/v1/collections/racks', ({ request }) => {
        const { q } = JSON.parse(new URL(request.url).searchParams.get('filter') ?? '{}');
        if (!q) return undefined;
        asked.push(q);
        const page = [{ id: 'r-59', title: 'Rack 59', shelf: null }];
        return HttpResponse.json(page, { headers: { 'Content-Range': 'racks 0-0/1' } });
      }),
    );
    const made = simpleRest('specimens', [specimen('9', { rack: null, appointment: 'a-1' })]);
    const { user } = openPortal('/specimens/9/edit', 'admin');
    await user.type(await screen.findByRole('combobox', { name: /^Rack/ }), 'Rack 59');
    await user.click(await screen.findByRole('option', { name: 'Rack 59' }));
    expect(asked).toContain('Rack 59');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(made[0]).toMatchObject({ rack: 'r-59', appointment: 'a-1' }));
  });

  const full = {
    ...{ id: 'b-1', title: 'Box 1', specimens: ['s-1', 's-9'], carriers: null, racks: null, version: 1 },
    labels: { specimens: ['S-1', null] },
  };

  test('are shown as chips if there are several, with hidden ones counted', async () => {
    simpleRest('boxes', [
      full,
      { ...full, id: 'b-2', title: 'Box 2', labels: { specimens: ['S-2', 'S-3', 'S-4', 'S-5'] } },
    ]);
    const { user } = openPortal('/boxes', 'admin');
    const row = (await screen.findByText('Box 1')).closest('tr') as HTMLElement;
    expect(within(row).getByText('S-1')).toHaveClass('chip-text');
    expect(within(row).getByText('1 not shown to you')).toBeVisible();
    expect(screen.getByText('+2')).toBeVisible();
    expect(screen.queryByText(/s-9/)).toBeNull();
    await user.click(screen.getByText('Box 2'));
    const popup = await screen.findByRole('dialog', { name: 'Box 2' });
    expect(within(popup).getByText('S-5')).toHaveClass('chip-text');
  });

  test('are selected one by one if there are several, and hidden ones stay', async () => {
    simpleRest(
      'specimens',
      [1, 2].map((index) => specimen(`${index}`, { id: `s-${index}` })),
    );
    const kept = simpleRest('boxes', [full]);
    const { user } = openPortal('/boxes/b-1/edit', 'admin');
    const input = await screen.findByRole('combobox', { name: /^Specimens/ });
    expect(await screen.findByRole('button', { name: 'S-1' })).toBeVisible();
    await user.click(input);
    await user.click(await screen.findByRole('option', { name: 'S-2' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(kept[0]).toMatchObject({ specimens: ['s-1', 's-2', 's-9'] }));
  });
});

test('searches each list from the palette if the host has no search of its own', async () => {
  const portal = getAppParts();
  defineApp({});
  try {
    const { user } = openPortal('/settings', 'admin');
    await screen.findByRole('button', { name: 'Search...' });
    await user.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog', { name: 'Search and actions' }));
    await user.keyboard('glov');
    const hit = await palette.findByRole('option', { name: /^Gloves/ });
    expect(palette.queryByRole('option', { name: /^Swab/ })).toBeNull();
    await user.click(hit);
    await waitFor(() => expect(location.pathname).toBe('/supplies/2'));
  } finally {
    defineApp(portal);
  }
});

test("finds collections with `find` in the palette, besides the host's results", async () => {
  const box = { id: 'b1', title: 'Cold box 7' };
  simpleRest('boxes', [box]);
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/v1/collections/:name/find', async ({ params, request }) => {
      const { filter } = (await request.json()) as { filter: string };
      asked.push([params.name, JSON.parse(filter)]);
      return HttpResponse.json([box], { headers: { 'Content-Range': 'boxes 0-0/1' } });
    }),
  );
  on('POST', '/common/find', () => good({ appointments: [], employees: [], laboratories: [] }));
  const { user } = openPortal('/settings', 'admin', undefined, OURS);
  await screen.findByRole('button', { name: 'Search...' });
  await user.keyboard('{Control>}k{/Control}cold');
  const palette = within(await screen.findByRole('dialog', { name: 'Search and actions' }));
  await user.click(await palette.findByRole('option', { name: /^Cold box 7/ }));
  await waitFor(() => expect(location.pathname).toBe('/boxes/b1'));
  // Collections without `find` are not searched.
  expect(asked).toEqual([['boxes', { q: 'cold' }]]);
});

test('opens a form with an empty picker if the person may not list the referenced resource', async () => {
  const { user } = openPortal('/add-gauze', 'laboratory', undefined, OURS);
  const choice = await screen.findByRole('combobox', { name: 'Laboratory' });
  await user.click(choice);
  expect(await screen.findByText('Nothing here yet.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
