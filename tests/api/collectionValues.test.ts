import { type AnyResource, date, defineResource, type Fields, me, money, number, sameAs, text } from 'portal-frame';
import { createTables, planCollections, refreshComputedColumns } from 'portal-frame/internal/server';
import { stopClock } from 'portal-frame/testing/helpers';
import { beforeAll, expect, test } from 'vitest';
import tubes from '../fixtures/tubes.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

const parts = (fields: Fields): AnyResource =>
  defineResource({
    name: 'parts',
    icon: 'build',
    title: '{title}',
    fields,
    list: { columns: ['title'], sortable: ['title'] },
    create: { groups: [{ label: 'Part', fields: ['title', 'count'] }] },
    roles: { admin: { can: ['list', 'create', 'edit'] } },
  } as AnyResource);
const first: Fields = {
  title: text({ required: true }),
  count: number(),
  madeBy: text({ default: me }),
  shortly: text({ default: sameAs('title') }),
};

const bounded = defineResource({
  name: 'bounded',
  icon: 'build',
  fields: {
    share: number({ min: -0.5, max: 2.5 }),
    age: number({ integer: true, min: 18, message: 'validation.choice' }),
    price: money({ max: 500 }),
    madeOn: date({ past: true }),
  },
  list: { columns: ['share'] },
  create: { groups: [{ label: 'Bounds', fields: ['share', 'age', 'price', 'madeOn'] }] },
  roles: { admin: { can: ['list', 'create'] } },
});

let admin: ReturnType<typeof clientOf>;
const server = serverForAll(
  {},
  { resources: [tubes as unknown as AnyResource, parts(first), bounded as unknown as AnyResource] },
);
beforeAll(async () => {
  admin = clientOf(server, 'admin', 'tubes');
});

const tube = async (values: object) => {
  const { http, body } = await admin.create(values);
  expect([http, body.message]).toEqual([201, undefined]);
  return body;
};

test('fills in a function default if nothing was sent', async () => {
  stopClock();
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(new Date());
  expect(await tube({ barcode: 'D-1' })).toMatchObject({ collectedOn: today });
  expect(await tube({ barcode: 'D-2', collectedOn: null })).toMatchObject({ collectedOn: today });
  expect(await tube({ barcode: 'D-3', collectedOn: '2026-01-02' })).toMatchObject({ collectedOn: '2026-01-02' });
  const refused = await admin.create({ barcode: 'D-4', collectedOn: 'soon' });
  expect(Object.keys(refused.body.data.errors)).toEqual(['collectedOn']);
});

test('refuses a value out of bounds, and names the bounds', async () => {
  const all = clientOf(server, 'admin', 'bounded');
  const errorsOf = async (values: object) => (await all.create(values)).body.data?.errors;
  expect(await errorsOf({ share: -1, age: 3, price: 600, madeOn: '2999-01-01' })).toEqual({
    share: 'This must be at least -0.5',
    age: 'This is not one of the choices',
    price: 'This must be an amount from 0 to 500',
    madeOn: 'This must not be in the future',
  });
  expect(await errorsOf({ share: 3, price: -1, madeOn: 'soon' })).toEqual({
    share: 'This must be at most 2.5',
    price: 'This must be an amount from 0 to 500',
    madeOn: 'This is not a valid date (YYYY-MM-DD)',
  });
  expect(await errorsOf({ share: 'x' })).toEqual({ share: 'This must be a number' });
  // Half of a letter is kept by no database as it was sent.
  const half = await clientOf(server, 'admin', 'parts').create({ title: 'Half \ud800' });
  expect(half.body.data.errors).toEqual({ title: 'This value is not valid' });
});

test('always applies the default of a field without a form entry', async () => {
  const part = clientOf(server, 'admin', 'parts');
  const { body } = await part.create({ title: 'Bolt', madeBy: 'somebody', shortly: 'else' });
  expect(body).toMatchObject({ madeBy: server.ids.admin, shortly: 'Bolt' });
});

test('sorts and filters by a computed value (spec 13.6)', async () => {
  await tube({ barcode: 'F-1', volume: 3 });
  await tube({ barcode: 'F-2', volume: 4 });
  const { body } = await admin.list({ sort: ['filled', 'DESC'], filter: { fullerThan: 75, q: 'F-' } });
  expect(body.map(({ barcode, filled }: Record<string, unknown>) => [barcode, filled])).toEqual([
    ['F-2', 100],
    ['F-1', 75],
  ]);
});

test('validates a record as a whole in every kind of write (spec 13.6)', async () => {
  const errors = { volume: 'This is more than the tube holds.' };
  expect((await admin.create({ barcode: 'X-1', volume: 9 })).body).toMatchObject({ code: 400, data: { errors } });
  const { id } = await tube({ barcode: 'X-2', volume: 3 });
  expect((await admin.update(id, { capacity: 2 })).body).toMatchObject({ code: 400, data: { errors } });
  const shelve = { shelf: 'A', volume: 9 };
  const laboratory = clientOf(server, 'laboratory', 'tubes');
  expect((await laboratory.send('POST', `/${id}/shelve`, shelve)).body).toMatchObject({ code: 400, data: { errors } });
  expect((await admin.one(id)).body).toMatchObject({ volume: 3, capacity: 4, shelf: null, version: 1 });
});

test('computes existing records at the next start, once per function', async () => {
  const part = clientOf(server, 'admin', 'parts');
  const { id } = (await part.create({ title: 'Nut', count: 2 })).body;
  const { services } = server;
  const startWith = async (compute: (values: Readonly<Record<string, unknown>>) => unknown) => {
    const collections = planCollections([parts({ ...first, double: { ...number(), compute } })]);
    await createTables(services.store, collections);
    await refreshComputedColumns(services, collections);
    const { rows } = await services.db.executeQuery<{ real_double: number; version: number }>(
      services.db
        .selectFrom('c_parts' as never)
        .select(['real_double', 'version'] as never)
        .where('id' as never, '=', id as never)
        .compile() as never,
    );
    return rows[0];
  };
  let calls = 0;
  expect(await startWith(({ count }) => Number(count) * 2)).toEqual({ real_double: 4, version: 1 });
  const three = ({ count }: Readonly<Record<string, unknown>>) => {
    calls += 1;
    return Number(count) * 3;
  };
  expect((await startWith(three))?.real_double).toBe(6);
  const called = calls;
  expect((await startWith(three))?.real_double).toBe(6);
  expect(calls).toBe(called);
});

test('sorts a choice in the order of its config, in both directions', async () => {
  const made = await Promise.all(['O-1', 'O-2', 'O-3'].map((barcode) => tube({ barcode })));
  const act = (id: string, action: string, sent = {}) => admin.send('POST', `/${id}/${action}`, sent);
  for (const { id } of made.slice(0, 2)) expect((await act(id, 'handOver')).http).toBe(200);
  expect((await act(made[0].id, 'reject', { reason: 'spilt' })).http).toBe(200);
  const states = async (order: string) =>
    (await admin.list({ sort: ['state', order], filter: { q: 'O-' } })).body.map(
      ({ state }: { state: string }) => state,
    );
  expect(await states('ASC')).toEqual(['Collected', 'Handed over', 'Rejected']);
  expect(await states('DESC')).toEqual(['Rejected', 'Handed over', 'Collected']);
});
