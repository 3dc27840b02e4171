import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts, getDatabaseKind } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { quoteName } from './tableNames.ts';

const MAX_ROWS_PER_STATEMENT = 500;
/** SQLite allows 32,766. */
const MAX_VALUES_PER_STATEMENT = 30_000;

const getBatchSize = (values: number) =>
  Math.min(MAX_ROWS_PER_STATEMENT, Math.floor(MAX_VALUES_PER_STATEMENT / values));

/** Splits a list into batches of at most `most` items, such as ids that one condition may name. */
export function* splitIntoBatches<T>(all: readonly T[], most = MAX_ROWS_PER_STATEMENT): Generator<T[]> {
  for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most);
}

export type TypedColumn = readonly [column: string, type: string];

function createPlaceholders(kind: DatabaseKind, width: number, rows: number): string {
  const parameter = (at: number) => (kind === 'postgres' ? `$${at + 1}` : '?');
  const row = (at: number) =>
    `(${Array.from({ length: width }, (_, cell) => parameter(at * width + cell)).join(', ')})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ');
}

function compileUpdate(kind: DatabaseKind, table: string, columns: readonly TypedColumn[], rows: number): string {
  const values = createPlaceholders(kind, columns.length + 1, rows);
  // PostgreSQL takes parameters for text.
  const value = (type: string, at: number) =>
    kind === 'postgres' ? `cast(given.column${at + 2} as ${type})` : `given.column${at + 2}`;
  const sets = columns.map(([column, type], at) => `${quoteName(column)} = ${value(type, at)}`).join(', ');
  return `update ${quoteName(table)} set ${sets} from (values ${values}) as given where ${quoteName(table)}.id = given.column1`;
}

/** Updates many rows in batches. Missing columns are set to null. */
export async function bulkUpdate(
  db: Db,
  table: string,
  columns: readonly TypedColumn[],
  rows: readonly (readonly [id: string, values: Readonly<Record<string, unknown>>])[],
): Promise<void> {
  if (columns.length === 0) return;
  for (const part of splitIntoBatches(rows, getBatchSize(columns.length + 1))) {
    const values = part.flatMap(([id, row]) => [id, ...columns.map(([column]) => row[column] ?? null)]);
    await db.executeQuery(CompiledQuery.raw(compileUpdate(getDatabaseKind(db), table, columns, part.length), values));
  }
}

/** Compiles inserts of many rows in batches. All rows have the columns of the first. */
export function* compileBulkInserts(
  kind: DatabaseKind,
  table: string,
  rows: readonly object[],
): Generator<CompiledQuery> {
  const names = Object.keys(rows[0] ?? {});
  const into = `insert into ${quoteName(table)} (${names.map(quoteName).join(', ')}) values`;
  const all = rows as readonly Readonly<Record<string, unknown>>[];
  for (const part of splitIntoBatches(all, getBatchSize(names.length))) {
    const values = part.flatMap((row) => names.map((name) => row[name] ?? null));
    yield CompiledQuery.raw(`${into} ${createPlaceholders(kind, names.length, part.length)}`, values);
  }
}

export const bulkInsert = (db: Db, table: string, rows: readonly object[]): Promise<void> =>
  executeAll(db, compileBulkInserts(getDatabaseKind(db), table, rows));

export async function executeAll(db: Db, statements: Iterable<CompiledQuery>): Promise<void> {
  for (const one of statements) await db.executeQuery(one);
}

/** Deletes the rows whose column holds one of these ids. */
export async function bulkDelete(db: Db, table: string, column: string, ids: readonly string[]) {
  const some = expandJsonTexts(db, JSON.stringify(ids));
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${some}`.execute(db);
}
