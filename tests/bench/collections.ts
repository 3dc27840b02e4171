import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Collection, planCollections } from '../../server/collections/plan.ts';
import { readQuery } from '../../server/collections/query.ts';
import { listRows } from '../../server/collections/records.ts';
import { makeTables } from '../../server/collections/tables.ts';
import type { Services } from '../../server/services.ts';
import { openStore, type Store } from '../../server/store/open.ts';
import supplies from '../fixtures/supplies.ts';
import { fillSupplies, idOf, READER, ZONE } from './collectionRows.ts';
import { median } from './measure.ts';
import { Table } from './table.ts';

const FEW = 10_000;
const ROUNDS = 25;
const MOST_GROWTH = 1.5;

/** What lists are asked for; `last` of as many rows. Those without `most` find more where there is more. */
const lists = (rows: number): [name: string, query: Record<string, unknown>, most?: number][] => [
  ['first page', {}, MOST_GROWTH],
  ['by quantity', { sort: ['quantity', 'DESC'] }, MOST_GROWTH],
  ['by item', { sort: ['item', 'ASC'] }, MOST_GROWTH],
  ['a state that is common', { filter: { state: 'In stock' } }, MOST_GROWTH],
  ['a state that is rare, by quantity', { filter: { state: 'Ordered' }, sort: ['quantity', 'ASC'] }, MOST_GROWTH],
  ['a reference', { filter: { laboratory: idOf(7) } }, MOST_GROWTH],
  ['a reference and a state', { filter: { laboratory: idOf(7), state: 'In stock' } }, MOST_GROWTH],
  ['last page', { range: [rows - 10, rows - 1] }, MOST_GROWTH],
  ['search that finds one', { filter: { q: ` ${rows - 77}` } }, MOST_GROWTH],
  ['search that finds none', { filter: { q: 'nothing has this' } }, MOST_GROWTH],
  ['search that finds one in six', { filter: { q: 'gauze' } }],
  ['search for two letters', { filter: { q: 'gz' } }],
];

async function filled(
  rows: number,
  databaseUrl: string | undefined,
): Promise<{ store: Store; collection: Collection }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-collections-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const store = await openStore({ dataDir, ...(databaseUrl && { databaseUrl }) });
  const [collection] = planCollections([supplies]) as [Collection];
  await makeTables(store, [collection]);
  await sql`delete from ${sql.table(collection.table)}`.execute(store.db);
  await fillSupplies(store, collection, rows);
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
  return { store, collection };
}

/** The median time (ms) of each list, from its parameters to its rows and total. */
async function timesOf(rows: number, databaseUrl: string | undefined): Promise<number[]> {
  const { store, collection } = await filled(rows, databaseUrl);
  const times: number[] = [];
  for (const [, query] of lists(rows)) {
    const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
    const all: number[] = [];
    for (let round = -3; round < ROUNDS; round++) {
      const start = performance.now();
      const asked = readQuery({ collection, kind: store.kind, zone: ZONE }, texts, READER);
      await listRows({ db: store.db, store } as Services, collection, asked);
      if (round >= 0) all.push(performance.now() - start);
    }
    times.push(median(all));
  }
  await store.close();
  return times;
}

/** `npm run bench -- collections`: lists of a generated resource with 10,000 and with `rows` records, without HTTP. */
export async function benchCollections({ rows, databaseUrl }: { rows: number; databaseUrl: string | undefined }) {
  const few = await timesOf(FEW, databaseUrl);
  const many = await timesOf(rows, databaseUrl);
  const table = new Table(`${FEW}`, `${rows}`);
  for (const [index, [name, , most]] of lists(rows).entries()) {
    const [a, b] = [few[index] ?? 0, many[index] ?? 0];
    if (most) table.growth(name, a, b, most);
    else table.bound(`${name}, ms`, a, b);
  }
  console.log(table.text());
}
