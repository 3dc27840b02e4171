import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type AnyResource, number, text } from 'portal-frame';
import { openStore, planOnStart, syncToConfigs, undoLastChange } from 'portal-frame/internal/server';
import app from '../../server/app.ts';
import supplies from '../fixtures/supplies.ts';
import { fillSupplies, ZONE } from './collectionRows.ts';

const MOST = 10;

const { quantity: _, ...others } = supplies.fields;
const renamed = {
  ...others,
  quantity: undefined,
  count: number({ integer: true, min: 0, default: 0, renamedFrom: 'quantity' }),
};
const withFields = (fields: object): AnyResource => {
  const { list, show, create, ...rest } = supplies as unknown as AnyResource;
  const present = Object.fromEntries(Object.entries(fields).filter(([, field]) => field));
  return { ...rest, fields: present, list: { columns: ['item'], sortable: ['item'] } } as unknown as AnyResource;
};

/** `npm run bench -- changes`: duration of config changes over `rows` records. */
export async function benchChanges({ rows, databaseUrl }: { rows: number; databaseUrl: string | undefined }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-changes-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const store = await openStore({ app, dataDir, ...(databaseUrl && { databaseUrl }) });
  const start = (fields: object) => syncToConfigs(store, { resources: [withFields(fields)], zone: ZONE });
  const [collection] = await start(supplies.fields);
  if (!collection) throw new Error('there is no collection');
  await fillSupplies(store, collection, rows);
  const changes: [string, () => Promise<unknown>][] = [
    ['plan: nothing to do', () => planOnStart(store, { resources: [withFields(supplies.fields)], zone: ZONE })],
    ['a rename and a new field with a default', () => start({ ...renamed, shelf: text({ default: 'A1' }) })],
    [
      'taken back',
      () => undoLastChange(store, { resources: [withFields(supplies.fields)], zone: ZONE, anyway: false }),
    ],
    ['a number becomes a text', () => start({ ...supplies.fields, quantity: text() })],
  ];
  const times: number[] = [];
  for (const [name, work] of changes) {
    const begin = performance.now();
    await work();
    const seconds = (performance.now() - begin) / 1000;
    times.push(seconds);
    console.log(`${name}: ${seconds.toFixed(2)} s`);
  }
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(collection.table)}`.execute(store.db);
  console.log(`${counted[0]?.count} records`);
  await store.close();
  if (store.kind === 'sqlite' && (times[1] ?? 0) * (1_000_000 / rows) > MOST)
    throw new Error(`a rename and a new field took longer than ${MOST} s would allow`);
}
