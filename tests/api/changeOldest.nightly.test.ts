import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import {
  type AnyResource,
  choice,
  dateTime,
  type Fields,
  money,
  number,
  reference,
  text,
  timings,
  toggle,
} from 'portal-frame';
import { type CollectionRow, toCollectionDb, toRecordValues } from 'portal-frame/internal/records';
import { getFormerDrops, openStore, type Store, syncToConfigs } from 'portal-frame/internal/server';
import { resourceOf } from 'portal-frame/testing/helpers';
import { expect, test } from 'vitest';
import app from '../../server/app.ts';
import { createTestDatabase, TIME_ZONE } from './harness.ts';

/** A database with a collection as the first commit that had tables for one (dee7bcc) made it, by its own code. */
const kind = process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite';
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '..', 'fixtures', 'oldest', name), 'utf8');
const OLDEST = fixture(`collection.${kind}.sql`);
/** The counts and the sums of reports as commit 241db90c kept them: the statements by their names in `x_made`. */
const SUMS: Record<string, string> = JSON.parse(fixture(`sums.${kind}.json`));

const fields = (own: object): Fields => ({
  title: text({ required: true, unique: true }),
  note: text(),
  count: number(),
  price: money(),
  at: dateTime(),
  on: toggle(),
  state: choice({ choices: ['New', 'Old'] }),
  hours: timings(),
  other: reference({ to: 'things', text: '{title}' }),
  ...own,
});
const hours = [{ day: 'Monday', time: ['2000-01-01T09:00:00.000Z', '2000-01-01T17:00:00.000Z'] }];
const ROWS = [
  {
    ...{ title: 'Ångström', note: 'O\'Neill; "x"', count: 12.5, price: 0.1, at: '2026-03-08T05:00:00.000Z', on: true },
    ...{ state: 'New', hours, other: null },
  },
  { title: 'Two', note: '12', count: -3, price: 12.5, at: null, on: false, state: 'Old', hours: null, other: 'id1' },
  { title: 'Three', note: null, count: null, price: null, at: null, on: null, state: null, hours: null, other: 'id2' },
];

test('opens a collection of the oldest version with all rows, and changes it like others', async () => {
  const { url, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-oldest-'));
  if (url) {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(OLDEST);
    await client.end();
  } else {
    const file = new DatabaseSync(join(dataDir, 'portal.sqlite'));
    file.exec(OLDEST);
    file.close();
  }
  const store = await openStore({ app, dataDir, ...(url && { databaseUrl: url }) });
  const read = async (...resources: AnyResource[]) => {
    const [collection] = await syncToConfigs(store, { resources, zone: TIME_ZONE });
    if (!collection) throw new Error('there is no collection');
    const found = await toCollectionDb(store.db).selectFrom(collection.table).selectAll().orderBy('id').execute();
    return found.map((row) => {
      const { createdAt: _, changedAt: __, ...values } = toRecordValues(collection, row as CollectionRow);
      return values;
    });
  };
  const list = { columns: ['title'], sortable: ['title', 'count'], filters: ['state'], search: ['title'] };
  expect(await read(resourceOf('things', fields({}), { list }))).toEqual(ROWS);
  // Derived values cover existing records.
  const { rows } = await sql<{ total: number }>`select sum(total) as total from x_things_counts`.execute(store.db);
  expect(Number(rows[0]?.total)).toBeGreaterThanOrEqual(3);
  const { count: _, other: __, ...others } = fields({ shelf: text({ default: 'A1' }) });
  const goods = resourceOf(
    'goods',
    {
      ...others,
      amount: text({ renamedFrom: 'count' }),
      other: reference({ to: 'goods', text: '{title}' }),
    } as Fields,
    { list: { ...list, sortable: ['title'] }, renamedFrom: 'things' },
  );
  expect(await read(goods)).toMatchObject([
    { title: 'Ångström', amount: '12.5', shelf: 'A1', price: 0.1, hours },
    { title: 'Two', amount: '-3', other: 'id1', shelf: 'A1' },
    { title: 'Three', amount: null, other: 'id2', shelf: 'A1' },
  ]);
  await store.close();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Tables, columns, indexes, triggers and functions, each as the database describes it. */
async function schemaOf({ db }: Store): Promise<string[]> {
  const queries =
    kind === 'sqlite'
      ? [sql`select type || ' ' || name || ' ' || coalesce(sql, '') as one from sqlite_master`]
      : [
          sql`select table_name || '.' || column_name || ' ' || data_type as one from information_schema.columns
            where table_schema = current_schema()`,
          sql`select indexdef as one from pg_indexes where schemaname = current_schema()`,
          sql`select pg_get_triggerdef(oid) as one from pg_trigger where not tgisinternal`,
          sql`select proname || ' ' || prosrc as one from pg_proc where pronamespace = current_schema()::regnamespace`,
        ];
  const found = await Promise.all(queries.map((query) => query.execute(db)));
  return found.flatMap(({ rows }) => rows.map((row) => (row as { one: string }).one)).toSorted();
}

test('removes summary tables and indexes of earlier versions, and keeps totals right', async () => {
  const { url, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-sums-'));
  const store = await openStore({ app, dataDir, ...(url && { databaseUrl: url }) });
  const own = { kind: choice({ choices: ['A', 'B'] }), name: text(), amount: money(), at: dateTime() };
  const reports = { weeks: { label: 'Weeks', measures: [{ sum: 'amount' }], groupBy: { field: 'at', by: 'week' } } };
  const reads = resourceOf('reads', own as Fields, { list: { columns: ['name'], filters: ['kind'] }, reports });
  const start = () => syncToConfigs(store, { resources: [reads], zone: TIME_ZONE });
  const db = toCollectionDb(store.db);
  const totalIn = async (table: string) => {
    const { rows } = await sql<{ total: unknown }>`select sum(total) as total from ${sql.table(table)}`.execute(db);
    return Number(rows[0]?.total);
  };
  const add = (id: string) =>
    sql`insert into c_reads (id, version, created_at, changed_at, text_kind, text_name, cents_amount, moment_at)
      values (${id}, 1, 0, 0, 'A', 'One', 150, 1773000000000)`.execute(db);
  await start();
  const today = await schemaOf(store);
  // One tree: an index of its own would double size and writes.
  expect(today.filter((one) => one.startsWith('index sqlite_autoindex_x_reads_counts'))).toEqual([]);
  for (const statement of await getFormerDrops(db, 'x_reads_counts')) await sql.raw(statement).execute(db);
  await sql`delete from x_made where id = 'x_reads_counts'`.execute(db);
  for (const [id, definition] of Object.entries(SUMS)) {
    for (const statement of definition.split(';\n')) await sql.raw(statement).execute(db);
    await sql`insert into x_made (id, definition) values (${id}, ${definition})`.execute(db);
  }
  for (const columns of ['text_kind_moment_at', 'moment_at', 'text_kind_cents_amount'])
    await sql`create index ${sql.ref(`c_reads_${columns}`)} on c_reads (moment_at, id)`.execute(db);
  await add('1');
  expect([await totalIn('x_reads_days0'), await totalIn('x_reads_texts0')]).toEqual([1, 1]);
  await start();
  expect(await schemaOf(store)).toEqual(today);
  await add('2');
  expect(await totalIn('x_reads_counts')).toBe(2);
  await store.close();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});
