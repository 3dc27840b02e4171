import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import {
  type AnyRecord,
  type AnyResource,
  asList,
  type Call,
  call,
  defineResource,
  failureTexts,
  number,
  text,
} from 'portal-frame';
import { applyHost } from 'portal-frame/internal';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { kitsApi } from '../fixtures/foreignKits.ts';
import { suppliesApi } from '../fixtures/foreignSupplies.ts';
import { stockList } from '../fixtures/stockList.ts';
import { temperature } from '../fixtures/temperature.ts';
import { everyday, server } from './host.ts';

/** A resource of a foreign API (docs/reference.md) with a custom component for one column. */
const stock = defineResource({
  name: 'stock',
  icon: 'shipping',
  label: { one: 'Item', many: 'Stock' },
  fields: {
    item: text({ required: true }),
    quantity: number({ min: 0, label: 'Quantity' }),
    storedAt: temperature({ unit: 'F' }),
  },
  list: stockList,
  title: '{item}',
  show: { groups: [{ label: 'Stock', fields: ['quantity', 'storedAt'] }] },
  edit: { groups: [{ label: 'Stock', fields: ['item', 'quantity'] }] },
  roles: { admin: { list: '/stock', can: ['list', 'show', 'edit'] } },
  api: {
    ...suppliesApi,
    list: {
      admin: {
        ...(suppliesApi.list?.admin as NonNullable<NonNullable<typeof suppliesApi.list>['admin']>),
        read: (data, input) => {
          const page = suppliesApi.list?.admin?.read(data, input) ?? { records: [] };
          return { ...page, records: page.records.map((one) => ({ ...one, storedAt: 4 })) };
        },
      },
    },
  },
});
/** The same on a host that only says whether there are more pages, and updates many in one call. */
const listed = suppliesApi.list?.admin?.call as Call;
const crates = {
  ...stock,
  name: 'crates',
  roles: { admin: { list: '/crates', can: ['list', 'show', 'edit'] } },
  api: {
    ...suppliesApi,
    list: {
      admin: {
        ...suppliesApi.list?.admin,
        read: (data: { Items: { ItemNo: string; Descr: string }[]; More: boolean }) => ({
          records: data.Items.map(({ ItemNo, Descr }) => ({ id: ItemNo, item: Descr, quantity: 1, storedAt: 4 })),
          hasNext: data.More,
        }),
      },
    },
    editMany: {
      admin: {
        call: { ...listed, method: 'POST', path: '/items/many' },
        body: ({ ids, values }: { ids: readonly string[]; values: Record<string, unknown> }) => ({
          of: ids,
          Qty: values.quantity,
        }),
        read: () => null,
      },
    },
  },
};
/** On another host, without an envelope. */
const at = { roles: ['admin'], data: z.unknown(), failure: failureTexts('errors.load') } as const;
const PALLETS = 'https://pallets.example.com';
const pallets = {
  ...stock,
  name: 'pallets',
  list: { columns: ['item'] },
  create: { groups: [{ label: 'Pallet', fields: ['item'] }] },
  roles: { admin: { list: '/pallets', form: '/add-pallet', can: ['list', 'create', 'delete'] } },
  api: applyHost({
    host: { origin: PALLETS },
    list: {
      admin: {
        call: call({ ...at, method: 'GET', path: '/pallets', summary: 'Pallets.' }),
        read: (data: unknown) => ({ records: asList(data) as AnyRecord[] }),
      },
    },
    create: {
      admin: {
        call: call({ ...at, method: 'POST', path: '/pallets', summary: 'Add a pallet.' }),
        body: ({ values }: { values: object }) => ({ ...values }),
        read: () => ({ id: 'p1' }),
      },
    },
    delete: { admin: { call: call({ ...at, method: 'DELETE', path: '/pallets', summary: 'Delete a pallet.' }) } },
  }),
};
resources.push(...([stock, crates, pallets] as unknown as AnyResource[]));
const { openPortal, tokenFor } = await import('./portal.tsx');
const { dataProvider } = await import('portal-frame/browser');

const asked: Record<string, string>[] = [];
const saved: unknown[] = [];
beforeEach(() => {
  everyday();
  asked.length = 0;
  saved.length = 0;
  server.use(
    http.get('*/stock-api/v3/query-items', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(query);
      const Items = [{ ItemNo: `i${query.p}`, Descr: `Tube ${query.p}`, Qty: 40 }];
      return HttpResponse.json({ Ok: 1, Result: { Items, PageCount: 3, More: Number(query.p) < 1 } });
    }),
    http.post('*/stock-api/v3/items/many', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ Ok: 1, Result: {} });
    }),
    http.post('*/stock-api/v3/items/:id/save', async ({ request, params }) => {
      const values = (await request.json()) as { Qty: number };
      saved.push([params.id, values]);
      const { Qty } = values;
      if (Qty === 33) return HttpResponse.error();
      return HttpResponse.json({ Ok: 0, ...(Qty === 31 && { Error: 'No more than 30 fit.' }) });
    }),
  );
});

test('supports unusual paths, pages from 0 and a custom envelope', async () => {
  const { user } = openPortal('/stock', 'admin');
  expect(await screen.findByText('Tube 0')).toBeVisible();
  expect(asked[0]).toEqual({ p: '0', orderBy: 'item:asc' });
  expect(screen.getByText('Page 1 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Tube 1')).toBeVisible();
  expect(asked.at(-1)).toEqual({ p: '1', orderBy: 'item:asc' });
});

test('shows a custom field kind and column beside the generated ones', async () => {
  openPortal('/stock', 'admin');
  expect(await screen.findByText('39.2 °F')).toBeVisible();
  expect(await screen.findByRole('progressbar', { name: '40 %' })).toBeVisible();
});

async function saveQuantity(typed: string): Promise<HTMLElement> {
  const { user } = openPortal('/stock/i0/edit', 'admin');
  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity' });
  await user.clear(quantity);
  await user.type(quantity, typed);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  return quantity;
}

test("shows that host's refusal and keeps the typed values", async () => {
  const quantity = await saveQuantity('31');
  expect(await screen.findByText('No more than 30 fit.')).toBeVisible();
  await waitFor(() => expect(saved).toEqual([['i0', { Descr: 'Tube 0', Qty: 31 }]]));
  expect(quantity).toHaveValue(31);
});

test.each([
  ['32', 'The stock office did not take this.'],
  ['33', 'The stock office did not answer. Nothing was changed.'],
])("uses the call's own message without one from the host (%s)", async (typed, text) => {
  const quantity = await saveQuantity(typed);
  expect(await screen.findByText(text)).toBeVisible();
  expect(quantity).toHaveValue(Number(typed));
});

test('pages to the end on a host without totals', async () => {
  const { user } = openPortal('/crates', 'admin');
  expect(await screen.findByText('Tube 0')).toBeVisible();
  expect(screen.queryByText(/of 3/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Tube 1')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  expect(asked.map(({ p }) => p)).toEqual(['0', '1']);
  const { data } = await dataProvider.getList('crates', {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'item', order: 'ASC' },
    filter: {},
    meta: { all: true },
  });
  expect(data.map(({ id }) => id)).toEqual(['i0', 'i1']);
});

test('updates many records in one call if the host has one (spec 13.11)', async () => {
  localStorage.setItem('userAuthToken', tokenFor('admin'));
  const changed = await dataProvider.updateMany('crates', { ids: ['i0', 'i1'], data: { quantity: 5 } });
  expect(changed.data).toEqual(['i0', 'i1']);
  expect(saved).toEqual([{ of: ['i0', 'i1'], Qty: 5 }]);
});

test.each([
  ['an HTML page', '<h1>Please sign in</h1>'],
  ['nothing', ''],
])('reports %s in place of a reply, instead of an empty list', async (_what, body) => {
  server.use(http.get(`${PALLETS}/pallets`, () => new HttpResponse(body)));
  openPortal('/pallets', 'admin');
  expect(await screen.findByText('This could not be loaded.')).toBeVisible();
  expect(screen.queryByText('Nothing here yet.')).toBeNull();
});

test('reports an HTML page in place of a reply, instead of a success', async () => {
  server.use(
    http.post(`${PALLETS}/pallets`, () => new HttpResponse('<h1>Please sign in</h1>')),
    http.delete(`${PALLETS}/pallets`, () => new HttpResponse('')),
  );
  const { user } = openPortal('/add-pallet', 'admin');
  await user.type(await screen.findByLabelText(/^Item/), 'Oak');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This could not be loaded.')).toBeVisible();
  expect(screen.queryByText('Saved.')).toBeNull();
  // An empty reply counts as success.
  await expect(dataProvider.delete('pallets', { id: 'p1' })).resolves.toBeDefined();
});

test("requests a ticket again on the guide's host", async () => {
  let has = false;
  const tickets = 'https://kits.example.com/v2/tickets';
  server.use(
    http.post(tickets, () => (has ? HttpResponse.json({ ticket: 't1' }) : new HttpResponse('', { status: 503 }))),
  );
  const ask = () => kitsApi.host?.authorization?.(false);
  await expect(ask()).rejects.toThrow('503');
  has = true;
  expect(await ask()).toBe('Ticket t1');
});
