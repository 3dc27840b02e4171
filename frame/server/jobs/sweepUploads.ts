import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { findUploadPaths, isUploadPath } from '../files/fileStore.ts';
import {
  type AnyDb,
  type AnyRow,
  asAnyDb,
  describeTables,
  type TableDescription,
} from '../records/tables/describeTables.ts';
import type { Services } from '../services.ts';

/** Large tables without file names. All others are read, including unknown ones. */
const TABLES_WITHOUT_FILES = 'attempts events idempotency_keys notifications outbox reset_codes sessions'.split(' ');
const DAY_MS = 24 * 3_600_000;
/** Small pages let requests run in between. */
const PAGE_SIZE = 500;
/** More unused files than this suggest the wrong database. */
const SUSPICIOUS_COUNT = 100;

/** Removes files over `age` (ms) that no row refers to. Returns their number, or `refused` if most would go. */
export async function sweepUploads({ app, store, files }: Services, age = DAY_MS) {
  const partial = await findOldFiles(files.incoming, age);
  await files.discard(partial, 'incoming');

  const unused = new Set<string>();
  for await (const { path, at } of files.storage.list()) if (at <= Date.now() - age) unused.add(path);
  const total = unused.size;
  const tables = total > 0 ? await describeTables(asAnyDb(store.db), store) : [];
  const skipped = new Set([...TABLES_WITHOUT_FILES, ...(app.tablesWithoutFiles ?? [])]);
  for (const table of tables.filter(({ name }) => !skipped.has(name)))
    for await (const row of readTexts(asAnyDb(store.db), table)) {
      for (const path of findUploadPaths(row)) unused.delete(path);
      if (unused.size === 0) break;
    }
  const uploads = [...unused].filter(isUploadPath);
  if (uploads.length > SUSPICIOUS_COUNT && uploads.length > total / 2)
    return { removed: partial.length, refused: uploads.length };
  await files.discard(uploads);
  return { removed: partial.length + uploads.length, refused: 0 };
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
async function* readTexts(db: AnyDb, { name, columns, key }: TableDescription): AsyncIterable<AnyRow> {
  const texts = columns.filter(({ type }) => type === 'text').map((column) => column.name);
  if (texts.length === 0) return;
  const order = sql.join(key.map((column) => sql.ref(column)));
  let last: AnyRow | undefined;
  do {
    let query = db.selectFrom(name).select([...new Set([...texts, ...key])]);
    if (key.length > 0) query = query.orderBy(order).limit(PAGE_SIZE);
    if (last) query = query.where(sql<boolean>`(${order}) > (${sql.join(key.map((column) => last?.[column]))})`);
    const rows = await query.execute();
    yield* rows;
    last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
    await turn();
  } while (last && key.length > 0);
}
