import { sql } from 'kysely';
import { type AnyResource, money, number } from 'portal-frame';
import { type ConfigError, checkResources, loadKeys } from 'portal-frame/internal';
import { createTables, planCollections } from 'portal-frame/internal/server';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import { plugins } from '../../server/plugins.ts';
import laboratories from '../../src/resources/laboratories.ts';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

let made = 0;
const admin = (name = 'orders') => clientOf(server, 'admin', name);
const RESOURCES = [orders, orderTests] as unknown as AnyResource[];
const server = serverForAll({}, { resources: RESOURCES });
const keys = await loadKeys(plugins);

async function order(tests: object[]) {
  const values = { number: `R-${++made}`, laboratory: server.ids.laboratory, tests };
  const { http, body } = await admin().create(values);
  expect([http, body.data?.errors]).toEqual([201, undefined]);
  return body;
}
async function sumsOf(id: string) {
  const { testCount, most, total } = (await admin().one(id)).body;
  return [testCount, most, total];
}

test('updates a rollup on every kind of child row change', async () => {
  const { id, version, tests, ...first } = await order([
    { analyte: 'A', amount: 2, price: 1.1 },
    { analyte: 'B', amount: 5, price: 2.2 },
  ]);
  // The reply of the save contains them.
  expect([first.testCount, first.most, first.total]).toEqual([2, 5, 3.3]);
  const [a, b] = tests;
  const saved = await admin().update(id, { version, tests: [{ id: b.id, version: b.version, price: 10 }] });
  expect(saved.body.total).toBe(11.1);
  const other = await order([]);
  expect(await sumsOf(other.id)).toEqual([0, null, 0]);

  const rows = admin('orderTests');
  const added = await rows.create({ order: id, analyte: 'C', amount: 9, price: 0.01 });
  expect(await sumsOf(id)).toEqual([3, 9, 11.11]);
  await rows.update(added.body.id, { order: other.id });
  expect([await sumsOf(id), await sumsOf(other.id)]).toEqual([
    [2, 5, 11.1],
    [1, 9, 0.01],
  ]);
  await rows.remove(a.id);
  expect(await sumsOf(id)).toEqual([1, 5, 10]);
  // The record's version does not change, so open forms stay valid.
  expect((await admin().one(other.id)).body.version).toBe(other.version);
});

test('keeps the rollup right when a record and its child rows change in parallel', async () => {
  const { id, tests } = await order([
    { analyte: 'A', amount: 1, price: 1 },
    { analyte: 'B', amount: 1, price: 1 },
  ]);
  const [a] = tests as { id: string }[];
  const tries = Array.from({ length: 8 }, (_, at) => [
    admin().update(id, { urgency: at % 2 ? 'Urgent' : 'Routine' }),
    admin('orderTests').update(a?.id ?? '', { amount: at + 2, price: at + 2 }),
    admin().update(id, { tests: [{ id: a?.id, price: at + 2 }] }),
    admin('orderTests').create({ order: id, analyte: `C${at}`, price: 1 }),
  ]);
  const codes = (await Promise.all(tries.flat())).map(({ http }) => http);
  expect(codes.filter((code) => code >= 500)).toEqual([]);
  const { body } = await admin('orderTests').list({ filter: { order: id }, range: [0, 99] });
  const sum = (body as { price: number }[]).reduce((all, { price }) => all + price, 0);
  const { testCount, total } = (await admin().one(id)).body;
  expect([testCount, total]).toEqual([10, sum]);
});

test('sorts, filters and exports lists by rollups, but not by unreadable ones', async () => {
  const small = await order([{ analyte: 'A', price: 1 }]);
  const large = await order(Array.from({ length: 20 }, (_, at) => ({ analyte: `L${at}`, price: 3 })));
  const { body } = await admin().list({ sort: ['total', 'DESC'], range: [0, 0] });
  expect(body[0]).toMatchObject({ id: large.id, total: 60 });
  const found = await admin().list({ filter: { atLeast: 13 } });
  expect(found.body.map(({ id }: { id: string }) => id)).toEqual([large.id]);
  const own = clientOf(server, 'laboratory', 'orders');
  const seen = await own.one(small.id);
  expect(seen.body).toMatchObject({ testCount: 1, most: 1 });
  expect(seen.body).not.toHaveProperty('total');
  expect((await own.list({ sort: ['total', 'ASC'] })).http).toBe(400);
  // Rollups cannot be written.
  await admin().update(small.id, { testCount: 99, total: 99 });
  expect(await sumsOf(small.id)).toEqual([1, 1, 1]);
});

test('counts existing rows for a rollup added later, and drops a removed one', async () => {
  const { id } = await order([{ analyte: 'A', amount: 3, price: 4 }]);
  const { total: _, ...fields } = orders.fields as Record<string, unknown>;
  const least = number({ rollup: { of: 'tests', min: 'amount' } });
  const changed = { ...orders, fields: { ...fields, least } } as unknown as AnyResource;
  await createTables(server.services.store, planCollections([changed, orderTests as unknown as AnyResource]));
  const { rows } = await sql<{ real_least: number }>`select real_least from c_orders where id = ${id}`.execute(
    server.services.db,
  );
  expect(rows).toEqual([{ real_least: 3 }]);
  await createTables(server.services.store, planCollections(RESOURCES));
  expect(await sumsOf(id)).toEqual([1, 3, 4]);
});

test.each<[Record<string, unknown>, string]>([
  [
    { testCount: number({ rollup: { of: 'testz', count: true } }) },
    'fields.testCount.rollup.of: found "testz", expected a field of the kind children. Did you mean "tests"?',
  ],
  [
    { testCount: number({ rollup: { of: 'tests', sum: 'analyte' } }) },
    'fields.testCount.rollup.sum: found "analyte", expected a number of orderTests. There are amount, price, place.',
  ],
  [{ testCount: money({ rollup: { of: 'tests', count: true } }) }, 'fields.testCount: found "money", expected number.'],
  [
    { total: money({ rollup: { of: 'tests', sum: 'price' }, read: ['admin', 'laboratory'] }) },
    'fields.total.rollup: found "price", expected a field that laboratory may read; else fields.total.read without laboratory.',
  ],
  [
    { testCount: number({ required: true, rollup: { of: 'tests', count: true } }) },
    'fields.testCount.required: found true, expected nothing: the value is computed from rows.',
  ],
])('reports a wrong rollup at the start: %#', (own, expected) => {
  const wrong = { ...orders, fields: { ...orders.fields, ...own } };
  let errors: string[] = [];
  try {
    checkResources(
      { 'orders.ts': wrong, 'orderTests.ts': orderTests, 'laboratories.ts': laboratories },
      { roles: getPageRoles(), keys },
    );
  } catch (error) {
    ({ errors } = error as ConfigError);
  }
  expect(errors.filter((one) => one.startsWith('orders.ts'))).toEqual([`orders.ts: ${expected}`]);
});

test('refuses a rollup over rows that a role sees only partly', () => {
  const partial = {
    ...orderTests,
    roles: { ...orderTests.roles, laboratory: { list: '/l', can: ['list'], where: { tube: 'Serum' } } },
  };
  expect(() =>
    checkResources(
      { 'orders.ts': orders, 'orderTests.ts': partial, 'laboratories.ts': laboratories },
      { roles: getPageRoles(), keys },
    ),
  ).toThrow('expected rows that laboratory sees all of, with its record');
});
