// Which indexes a collection has, and by which of them SQLite reads its lists. PostgreSQL chooses by its statistics.
import { CompiledQuery, sql } from 'kysely';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { choice, number, reference, references, text } from '../../fields/index.ts';
import { toCollectionDb } from '../../server/records/schema/collectionDb.ts';
import { createTables } from '../../server/records/tables/createTables.ts';
import { planCollections } from '../../server/records/tables/planCollections.ts';
import { me } from '../../where/symbols.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const can = ['list', 'show', 'create', 'edit', 'delete'];
const huts = resourceOf(
  'huts',
  { title: text({ required: true }), keepers: references({ to: 'workers', text: '{fullName}', onDelete: 'clear' }) },
  { title: '{title}', roles: { admin: { can }, worker: { can: [] } } },
);
const parcels = (name: string, more: object = {}) =>
  resourceOf(
    name,
    {
      title: text({ required: true }),
      state: choice({ choices: ['New', 'Sent', 'Lost'] }),
      weight: number({ integer: true }),
      hut: reference({ to: 'huts', text: '{title}', onDelete: 'clear' }),
    },
    {
      list: {
        columns: ['title'],
        filters: ['state', 'hut', { field: 'weight', name: 'atLeast', operator: 'gte', label: 'At least' }],
        sortable: ['title', 'weight'],
        sort: { field: 'title', order: 'ASC' },
      },
      roles: { admin: { can }, worker: { list: `/our-${name}`, can: ['list', 'show'], where: { 'hut.keepers': me } } },
      ...more,
    },
  );
const DECLARED = { indexes: [{ fields: ['state', 'weight'] }] };
const resources = [huts, parcels('parcels'), parcels('letters', DECLARED), parcels('notes', { indexes: false })];
const server = serverForAll({}, { resources });

/** So many that are `New`, more than SQLite may sort. One in a hundred is `Lost`. */
const ROWS = 12_000;

beforeAll(async () => {
  const keepers = [server.ids.worker];
  const { body } = await clientOf(server, 'admin', 'huts').create({ title: 'A', keepers });
  for (const table of ['c_parcels', 'c_letters', 'c_notes'])
    await sql`insert into ${sql.table(table)} (id, version, created_at, changed_at, text_title, key_title, text_state,
        key_state, real_weight, text_hut, key_hut)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
      select 'p' || i, 1, 1, 1, 'T' || (i * 7 % 1000), 't' || (i * 7 % 1000),
        case when i % 100 = 0 then 'Lost' else 'New' end, case when i % 100 = 0 then 'lost' else 'new' end,
        i * 11 % 5000, case when i % 50 = 0 then ${body.id} end, case when i % 50 = 0 then ${body.id} end
      from n`.execute(toCollectionDb(server.services.db));
});
afterEach(() => vi.restoreAllMocks());

/** The indexes of lists that a table has. */
async function indexesOf(table: string): Promise<string[]> {
  const { db, store } = server.services;
  const { rows } = await (store.kind === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where tbl_name = ${table} and sql like '%, id)'`
    : sql<{
        name: string;
      }>`select indexname as name from pg_indexes where tablename = ${table} and indexdef like '%, id)'`
  ).execute(db);
  return rows.map(({ name }) => name.slice(table.length + 1)).toSorted();
}

const AUTOMATIC = ['real_weight', 'text_hut_text_title', 'text_state_text_title', 'text_title'];

test('has one index per sort order, and one per filter in the default order', async () => {
  expect(await indexesOf('c_parcels')).toEqual(AUTOMATIC);
  expect(await indexesOf('c_letters')).toEqual([...AUTOMATIC, 'text_state_real_weight'].toSorted());
  expect(await indexesOf('c_notes')).toEqual(['text_hut_exact']);
});

interface Read {
  titles: string[];
  /** The steps of SQLite's plan for the page. */
  plan: string;
  sql: string;
  onReader: boolean;
}

/** Reads a list, and how SQLite does so. */
async function read(name: string, asked: object, person: 'admin' | 'worker' = 'admin'): Promise<Read> {
  const { db, store } = server.services;
  const queries: { query: CompiledQuery; onReader: boolean }[] = [];
  const run = db.executeQuery.bind(db);
  vi.spyOn(db, 'executeQuery').mockImplementation((query, ...more) => {
    queries.push({ query: query as CompiledQuery, onReader: false });
    return run(query, ...more);
  });
  const pool = store.readers.forPerson('x');
  vi.spyOn(store.readers, 'forPerson').mockReturnValue({
    ...pool,
    read(one) {
      queries.push({ query: one.compile() as CompiledQuery, onReader: true });
      return pool.read(one);
    },
  });
  const titles = await clientOf(server, person, name).titles(asked);
  vi.restoreAllMocks();
  const page = queries.find(({ query }) => query.sql.includes(' limit ') && query.sql.includes(`from "c_${name}"`));
  const { query = CompiledQuery.raw('select 1'), onReader = false } = page ?? {};
  if (store.kind !== 'sqlite') return { titles, plan: '', sql: query.sql, onReader };
  const plan = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  );
  return { titles, plan: plan.rows.map(({ detail }) => detail).join('\n'), sql: query.sql, onReader };
}

const isSqlite = () => server.services.store.kind === 'sqlite';
const SORTS = /TEMP B-TREE FOR (LAST TERM OF )?ORDER BY/;
const range = [0, 9];
const byWeight = ['weight', 'ASC'];

const LISTS: [string, string, object, RegExp | undefined, boolean][] = [
  ['a filter in the default order', 'parcels', { filter: { state: 'New' } }, /text_state_text_title/, false],
  [
    'few of a filter in another',
    'parcels',
    { filter: { state: 'Lost' }, sort: byWeight },
    /text_state_text_title/,
    true,
  ],
  ['many of a filter in another', 'parcels', { filter: { state: 'New' }, sort: byWeight }, /real_weight/, false],
  [
    'many of a filter and a range',
    'parcels',
    { filter: { state: 'New', atLeast: 100 }, sort: byWeight },
    /real_weight/,
    false,
  ],
  [
    'many, far from both ends',
    'parcels',
    { filter: { state: 'New' }, sort: byWeight, range: [5000, 5009] },
    /text_state_text_title/,
    true,
  ],
  ['a declared index, few', 'letters', { filter: { state: 'Lost' }, sort: byWeight }, /state_real_weight/, false],
  ['a declared index, many', 'letters', { filter: { state: 'New' }, sort: byWeight }, /state_real_weight/, false],
  ['no indexes', 'notes', { filter: { state: 'New' }, sort: byWeight }, undefined, true],
];

test.each(LISTS)('reads %s by one index', async (_, name, query, index, sorts) => {
  const { titles, plan, onReader } = await read(name, { range, ...query });
  expect(titles).toHaveLength(10);
  if (!isSqlite()) return;
  if (index) expect(plan).toMatch(index);
  expect([plan, SORTS.test(plan)]).toEqual([plan, sorts]);
  // Only an index of filter and order surely finds a page at once.
  expect(onReader).toBe(!/text_state_text_title|state_real_weight/.test(plan) || sorts);
});

test('finds the same records in each order and direction', async () => {
  for (const state of ['New', 'Lost'])
    for (const order of ['ASC', 'DESC'])
      for (const field of ['weight', 'title']) {
        const lists = ['parcels', 'letters', 'notes'].map((name) =>
          clientOf(server, 'admin', name).list({ filter: { state }, sort: [field, order], range: [3, 40] }),
        );
        const [found = [], ...others] = (await Promise.all(lists)).map(({ body }) =>
          body.map(({ id }: { id: string }) => id),
        );
        expect(found).toHaveLength(38);
        for (const other of others) expect(other).toEqual(found);
      }
});

test('merges the ranges of a row rule only in an order that an index covers', async () => {
  const merged = await read('parcels', { range }, 'worker');
  const sorted = await read('parcels', { range, sort: byWeight }, 'worker');
  expect([merged.titles.length, sorted.titles.length]).toEqual([10, 10]);
  if (!isSqlite()) return;
  expect(merged.plan).toMatch(/text_hut_text_title/);
  expect([merged.sql, merged.onReader]).toEqual([expect.stringContaining('as merged'), false]);
  expect([sorted.sql, sorted.onReader]).toEqual([expect.not.stringContaining('as merged'), true]);
  const all = await clientOf(server, 'admin', 'parcels').list({
    sort: byWeight,
    range: [0, 999],
    where: { hut: { exists: true } },
  });
  expect(sorted.titles).toEqual(all.body.slice(0, 10).map(({ title }: { title: string }) => title));
});

test('drops indexes that the config no longer names, and creates the named ones', async () => {
  const { store, db } = server.services;
  const change = (more: object) =>
    createTables(store, planCollections([...resources.slice(0, 2), parcels('letters', more)]));
  await sql`create index c_letters_text_hut_real_weight on c_letters (text_hut, real_weight, id)`.execute(db);
  await change({ indexes: [{ fields: ['hut', 'title'] }] });
  expect(await indexesOf('c_letters')).toEqual(AUTOMATIC);
  await change({ indexes: false });
  expect(await indexesOf('c_letters')).toEqual(['text_hut_exact']);
  await change(DECLARED);
  expect(await indexesOf('c_letters')).toEqual([...AUTOMATIC, 'text_state_real_weight'].toSorted());
});
