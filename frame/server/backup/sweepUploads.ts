import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { runDaily } from '../base/recurringJobs.ts';
import { findUploadPaths } from '../files/fileStore.ts';
import { serverParts } from '../parts.ts';
import type { Services } from '../services.ts';
import { type AnyDb, asAnyDb, describeTables, type SnapshotRow, type SnapshotTable } from './snapshot.ts';

/** Large tables without file names. All others are read, including unknown ones. */
const TABLES_WITHOUT_FILES = [
  'attempts',
  'events',
  'notifications',
  'outbox',
  'push_tokens',
  'reset_codes',
  'sessions',
];
const DAY_MS = 24 * 3_600_000;
/** Small pages let requests run in between. */
const PAGE_SIZE = 500;
/** More unused files than this suggest the wrong database. */
const SUSPICIOUS_COUNT = 100;

/** Sweeps once the server is ready, then daily. */
export const scheduleSweep = (services: Services, log: FastifyBaseLogger) =>
  runDaily(log, {
    run: () => sweepUploads(services),
    report({ removed, refused }) {
      if (refused > 0) log.error({ refused }, 'most uploads have no row in this database: none was removed');
      else if (removed > 0) log.info({ removed }, 'uploads that nothing refers to were removed');
    },
    failureMessage: 'uploads could not be swept',
  });

/**
 * Removes files older than `age` (ms) that no row refers to, such as leftovers of a crash.
 * Returns the number of removed files, or `refused` files if most of them would go.
 */
export async function sweepUploads({ store, files }: Services, age = DAY_MS) {
  const halves = await findOldFiles(files.incoming, age);
  await Promise.all(halves.map((name) => rm(join(files.incoming, name), { force: true })));

  const unused = new Set<string>();
  for await (const { path, at } of files.storage.list()) if (at <= Date.now() - age) unused.add(path);
  const all = unused.size;
  const tables = all > 0 ? await describeTables(asAnyDb(store.db), store.kind) : [];
  for (const table of tables.filter(
    ({ name }) => !TABLES_WITHOUT_FILES.includes(name) && !serverParts().tablesWithoutFiles?.includes(name),
  ))
    for await (const row of readTexts(asAnyDb(store.db), table)) {
      for (const value of Object.values(row))
        if (typeof value === 'string') for (const path of findUploadPaths(value)) unused.delete(path);
      if (unused.size === 0) break;
    }
  const ours = [...unused].filter((name) => files.knows(name));
  if (ours.length > SUSPICIOUS_COUNT && ours.length > all / 2) return { removed: halves.length, refused: ours.length };
  await files.discard(ours);
  return { removed: halves.length + ours.length, refused: 0 };
}

async function findOldFiles(folder: string, age: number): Promise<string[]> {
  const until = Date.now() - age;
  const old: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile() && found.mtimeMs <= until) old.push(name);
  }
  return old;
}

/** Reads all text values of a table, row by row in key order. */
async function* readTexts(db: AnyDb, { name, columns, key }: SnapshotTable): AsyncIterable<SnapshotRow> {
  const texts = columns.filter(({ type }) => type === 'text').map((column) => column.name);
  if (texts.length === 0) return;
  const ordered = sql.join(key.map((one) => sql.ref(one)));
  let last: SnapshotRow | undefined;
  do {
    let query = db.selectFrom(name).select([...new Set([...texts, ...key])]);
    if (key.length > 0) query = query.orderBy(ordered).limit(PAGE_SIZE);
    if (last) query = query.where(sql<boolean>`(${ordered}) > (${sql.join(key.map((one) => last?.[one]))})`);
    const rows = await query.execute();
    yield* rows;
    last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
    await turn();
  } while (last && key.length > 0);
}
