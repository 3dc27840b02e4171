import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { AnyResource } from '../../frame/config/resource.ts';
import { choice, dateTime, money, number, reference, text, timings, toggle } from '../../frame/fields/index.ts';
import type { Fields } from '../../frame/fields/kind.ts';
import { collectionDb, type Row } from '../../frame/server/collections/db.ts';
import { valuesOf } from '../../frame/server/collections/rowValues.ts';
import { bringToConfigs } from '../../frame/server/shape/start.ts';
import { openStore } from '../../frame/server/store/open.ts';
import { resourceOf } from '../../frame/tests/api/resourceOf.ts';
import { freshDatabase, TIME_ZONE } from './harness.ts';

/** A database with a collection as the first commit that had tables for one (dee7bcc) made it, by its own code. */
const kind = process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite';
const OLDEST = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'oldest', `collection.${kind}.sql`), 'utf8');

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

test('a collection that the first code for collections made opens with today’s, all rows there, and changes like any', async () => {
  const { url, drop } = await freshDatabase();
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
  const store = await openStore({ dataDir, ...(url && { databaseUrl: url }) });
  const read = async (...resources: AnyResource[]) => {
    const [collection] = await bringToConfigs(store, { resources, zone: TIME_ZONE });
    if (!collection) throw new Error('there is no collection');
    const found = await collectionDb(store.db).selectFrom(collection.table).selectAll().orderBy('id').execute();
    return found.map((row) => {
      const { createdAt: _, changedAt: __, ...values } = valuesOf(collection, row as Row);
      return values;
    });
  };
  const list = { columns: ['title'], sortable: ['title', 'count'], filters: ['state'], search: ['title'] };
  expect(await read(resourceOf('things', fields({}), { list }))).toEqual(ROWS);
  // What is made of the records is made of those that were there.
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
