import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { CompiledQuery, sql } from 'kysely';
import type { AnyResource } from 'portal-frame';
import { type Collection, toCollectionDb } from 'portal-frame/internal/records';
import {
  createTables,
  createThreadReaders,
  findRowsPage,
  openStore,
  parseListQuery,
  planCollections,
  type Store,
} from 'portal-frame/internal/server';
import type { Services } from 'portal-frame/server';
import { casesOf } from 'portal-frame/testing/size';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import app from '../../server/app.ts';
import { type Filled, fillStore } from '../bench/collectionAsks.ts';
import { fillSupplies, idOf, READER, supplies, supplyRow, ZONE } from '../bench/collectionRows.ts';
import { SCENES } from '../bench/collectionScenes.ts';
import { createTestDatabase } from './harness.ts';

/** Enough for PostgreSQL to prefer an index to the table; for SQLite any number would do. */
const ROWS = 20_000;
let folder: string;
let drop: () => Promise<void>;
let store: Store;
let collection: Collection;

const planOf = (resource: AnyResource = supplies) => planCollections([resource])[0] as Collection;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-size-'));
  const fresh = await createTestDatabase();
  drop = fresh.drop;
  store = await openStore({ app, dataDir: folder, databaseUrl: fresh.url ?? '' });
  collection = planOf();
  await createTables(store, [collection]);
  await fillSupplies(store, collection, ROWS);
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
});
afterAll(async () => {
  await store.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

type Query = { filter?: Record<string, unknown>; sort?: [string, 'ASC' | 'DESC']; range?: [number, number] };

/** Records the lists that a store's own thread reads, which readers do not see. */
function recordOwnQueries({ db, kind }: Store, queries: CompiledQuery[]) {
  const run = db.executeQuery.bind(db);
  return vi.spyOn(db, 'executeQuery').mockImplementation((query, ...more) => {
    if (kind === 'sqlite' && 'sql' in query && /^select\b.* from "[cx]_/.test(query.sql))
      queries.push(query as CompiledQuery);
    return run(query, ...more);
  });
}

/** A list as somebody asks for it, with the queries that it took. */
async function list(query: Query, plan = collection) {
  const queries: CompiledQuery[] = [];
  const readers = {
    ...store.readers,
    read: (one: Parameters<Store['readers']['read']>[0]) => {
      queries.push(one.compile());
      return store.readers.read(one);
    },
  };
  const services = { db: store.db, store: { ...store, readers } } as unknown as Services;
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
  const context = { collections: [plan], kind: store.kind, zone: ZONE, me: sql`${READER.id}`, account: READER };
  const asked = parseListQuery(plan, context, texts, READER);
  const recording = recordOwnQueries(store, queries);
  const { rows, total } = await findRowsPage(services, plan, asked);
  recording.mockRestore();
  return { ids: rows.map(({ id }) => id), total, queries };
}

async function stepsOf({ sql: text, parameters }: CompiledQuery, of: Store): Promise<string[]> {
  const how = of.kind === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await of.db.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`${how} ${text}`, [...parameters]),
  );
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN']));
}

/** The steps of a plan that read the whole table, or sort. */
async function costly(query: CompiledQuery, of = store): Promise<string[]> {
  const steps = await stepsOf(query, of);
  return steps.filter((step) => /SCAN c_\w+\b(?! USING)|Seq Scan on c_|TEMP B-TREE FOR ORDER BY/.test(step));
}

const lists: [string, Query][] = [
  ['all', {}],
  ['by quantity', { sort: ['quantity', 'DESC'] }],
  ['by item', { sort: ['item', 'ASC'] }],
  ['the last page', { range: [ROWS - 10, ROWS - 1] }],
  ['a state that is common', { filter: { state: 'In stock' } }],
  ['a state that is rare, by quantity', { filter: { state: 'Ordered' }, sort: ['quantity', 'ASC'] }],
  ['a reference', { filter: { laboratory: idOf(7) } }],
  ['a reference and a state', { filter: { laboratory: idOf(7), state: 'In stock' }, sort: ['item', 'DESC'] }],
];

test.each(lists)('reads no table, sorts no list and counts no record: %s (spec 13.14)', async (_name, query) => {
  const { ids, queries } = await list(query);
  expect(ids.length).toBeGreaterThan(0);
  expect((await Promise.all(queries.map((query) => costly(query)))).flat()).toEqual([]);
  expect(queries[0]?.sql).toContain('x_supplies_counts');
});

test('answers a search from its index', async () => {
  const { ids, queries } = await list({ filter: { q: 'nadel "21g" 14' } });
  expect(ids.length).toBeGreaterThan(5);
  const reads = (await Promise.all(queries.map((query) => costly(query))))
    .flat()
    .filter((step) => !step.includes('ORDER BY'));
  expect(reads).toEqual([]);
});

describe.each(SCENES.slice(1).filter((scene) => scene.name !== 'reports'))('$name', (scene) => {
  const SOME = process.env.TEST_DATABASE_URL ? 8000 : 2000;
  let place: Filled;
  let dropPlace: () => Promise<void>;
  const queries: CompiledQuery[] = [];
  beforeAll(async () => {
    const fresh = await createTestDatabase();
    dropPlace = fresh.drop;
    const dataDir = join(folder, scene.name);
    mkdirSync(dataDir);
    const own = await openStore({ app, dataDir, databaseUrl: fresh.url ?? '' });
    const readers: Store['readers'] = {
      ...own.readers,
      read(one) {
        queries.push(one.compile() as CompiledQuery);
        return own.readers.read(one);
      },
    };
    place = await fillStore(own, scene, SOME, readers);
    recordOwnQueries(own, queries);
    if (own.kind === 'postgres') await sql`vacuum analyze`.execute(own.db);
  });
  afterAll(async () => {
    await place.store.close();
    await dropPlace();
  });

  test.each(scene.asks(SOME).filter(({ grows, one }) => !grows && !one))(
    'reads no more records as the table grows: $name',
    async (ask) => {
      queries.length = 0;
      const answer = JSON.stringify(await place.ask(ask));
      expect(answer.length).toBeGreaterThan(20);
      // The owner is a row rule, so counts give the total.
      if (ask.role === 'employee') expect(queries[0]?.sql).toContain(`x_${ask.of}_counts`);
      const steps = (await Promise.all(queries.map((query) => costly(query, place.store)))).flat();
      // Sorts the matches of a search.
      const found = 'filter' in (ask.list ?? {}) ? steps.filter((step) => !/ORDER BY/.test(step)) : steps;
      // PostgreSQL reads the few records that others refer to as they lie.
      const ofMany = place.store.kind === 'postgres' ? found.filter((step) => step.includes(`c_${ask.of}`)) : found;
      expect(ofMany).toEqual([]);
    },
  );
});

/** Computes the same list in JavaScript from all records. */
async function byHand({ filter = {} }: Query) {
  const { rows } = await sql<Record<string, string | number | null>>`select * from ${sql.table(collection.table)}
    order by id`.execute(store.db);
  const q = String(filter.q ?? '').toLowerCase();
  return rows
    .filter((row) => filter.state === undefined || row.text_state === filter.state)
    .filter((row) => filter.laboratory === undefined || row.text_laboratory === filter.laboratory)
    .filter((row) => [row.key_item, row.key_note].some((key) => String(key ?? '').includes(q)))
    .map(({ id }) => String(id));
}

describe('totals', () => {
  const texts = fc.constantFrom(
    'g',
    'ga',
    'gau',
    'tubes 5',
    '"21g"',
    'armel',
    'b_d',
    '0%',
    '% c',
    "'",
    'shelf 3',
    '999',
  );
  const filters = fc.record(
    {
      q: texts,
      state: fc.constantFrom('In stock', 'Ordered', 'Gone'),
      laboratory: fc.constantFrom(idOf(3), 'nobody'),
    },
    { requiredKeys: [] },
  );

  const same = async (filter: Record<string, unknown>) => {
    const expected = await byHand({ filter });
    const { ids, total } = await list({ filter, sort: ['id', 'ASC'], range: [0, 999] });
    expect([filter, total, ids]).toEqual([filter, expected.length, expected.slice(0, 1000)]);
  };

  test('count no record under a placeholder', async () => {
    for (const laboratory of ['*', '-']) await same({ laboratory });
  });

  test('equal the records for any filters', () => fc.assert(fc.asyncProperty(filters, same), casesOf(4, 12)));

  test('equal the records after changes, deletes and rolled back writes', async () => {
    const db = toCollectionDb(store.db);
    const update = (values: object, condition: string) =>
      sql`update ${sql.table(collection.table)} set ${sql.join(
        Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
      )} where ${sql.raw(condition)}`;
    await update({ text_state: 'Ordered', key_state: 'ordered' }, "id like '%5'").execute(store.db);
    await update({ key_item: 'armel, new', text_laboratory: idOf(3) }, "id like '%77'").execute(store.db);
    await sql`delete from ${sql.table(collection.table)} where id like '%31'`.execute(store.db);
    await db
      .insertInto(collection.table)
      .values(supplyRow(collection, ROWS + 3, ROWS) as never)
      .execute();
    const undone = store.db.transaction().execute(async (transaction) => {
      await sql`delete from ${sql.table(collection.table)}`.execute(transaction);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    for (const filter of [{}, { state: 'Ordered' }, { laboratory: idOf(3) }, { q: 'armel, new' }, { q: 'tubes' }])
      await same(filter);
  });

  test('equal the records after the config names other search fields and filters', async () => {
    const { list: before } = supplies;
    const other = planOf({ ...supplies, list: { ...before, search: ['note'], filters: ['state', 'fragile'] } });
    await createTables(store, [other]);
    const found = await list({ filter: { q: 'shelf 30' } }, other);
    expect(found.total).toBe((await byHand({ filter: { q: 'shelf 30' } })).length);
    const fragile = await list({ filter: { fragile: true } }, other);
    expect(fragile.queries[0]?.sql).toContain('x_supplies_counts');
    const none = await list({ filter: { fragile: false, state: 'Ordered' } }, other);
    const all = await list({}, other);
    expect([fragile.total + (await list({ filter: { fragile: false } }, other)).total, none.total > 0]).toEqual([
      all.total,
      true,
    ]);
    await createTables(store, [collection]);
    await same({ q: 'gauze' });
  });
});

describe.skipIf(process.env.TEST_DATABASE_URL)('reader threads', () => {
  const counting = (
    most: number,
  ) => sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${most})
    select max(i) as most from n`;
  /** Seconds of counting, which end by themselves: a thread can be closed only once SQLite comes back from its statement. */
  const LONG = 4e7;
  const compiled = (query: ReturnType<typeof counting>) => ({ compile: () => query.compile(store.db) });

  test('leave the server’s own thread free, serve other queries, and stop on close', async () => {
    const readers = createThreadReaders(join(folder, 'portal.sqlite'), undefined, 1);
    let isOver = false;
    readers.read(compiled(counting(LONG))).catch(() => {
      isOver = true;
    });
    const quick = await readers.read(compiled(sql`select 1 as one`));
    expect([quick, isOver]).toEqual([[{ one: 1 }], false]);
    await readers.close();
    expect(readers.isBusy()).toBe(true);
    await expect.poll(readers.isBusy).toBe(false);
  });

  test('stop a slow query, answer it as busy, and answer the next one', async () => {
    const readers = createThreadReaders(join(folder, 'portal.sqlite'), 2000);
    await expect(readers.read(compiled(counting(LONG)))).rejects.toMatchObject({ status: 503 });
    // A new thread may take as long to begin.
    const said = (query: ReturnType<typeof counting>) => readers.read(compiled(query)).catch(String);
    await expect.poll(() => said(sql`select missing`)).toContain('no such column');
    await expect.poll(() => said(sql`select 2 as two`)).toEqual([{ two: 2 }]);
    await readers.close();
  });
});
