import { CompiledQuery, sql } from 'kysely';
import { expandJsonTexts, isSqlite } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { type CollectionDb, toSchemaDb } from './collectionDb.ts';

/** Rows that are written by one statement; SQLite takes 32,766 values in one. */
const MAX_ROWS_PER_STATEMENT = 500;
const MAX_VALUES_PER_STATEMENT = 30_000;

/** Rows of so many values that one statement takes. */
const getBatchSize = (values: number) =>
  Math.min(MAX_ROWS_PER_STATEMENT, Math.floor(MAX_VALUES_PER_STATEMENT / values));

/** Parts of a list, in its order. */
export function* splitIntoBatches<T>(all: readonly T[], most = MAX_ROWS_PER_STATEMENT): Generator<T[]> {
  for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most);
}

const quoteColumn = (name: string) => `"${name}"`;

/** A column that is written, and its type. */
export type TypedColumn = readonly [column: string, type: string];

/** Holes for the values of so many rows. */
function createPlaceholders(kind: DatabaseKind, width: number, rows: number): string {
  const hole = (at: number) => (kind === 'postgres' ? `$${at + 1}` : '?');
  const row = (at: number) => `(${Array.from({ length: width }, (_, cell) => hole(at * width + cell)).join(', ')})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ');
}

function compileUpdate(kind: DatabaseKind, table: string, columns: readonly TypedColumn[], rows: number): string {
  const values = createPlaceholders(kind, columns.length + 1, rows);
  // What PostgreSQL is given it takes for texts.
  const value = (type: string, at: number) =>
    kind === 'postgres' ? `cast(given.column${at + 2} as ${type})` : `given.column${at + 2}`;
  const sets = columns.map(([column, type], at) => `${quoteColumn(column)} = ${value(type, at)}`).join(', ');
  return `update ${quoteColumn(table)} set ${sets} from (values ${values}) as given where ${quoteColumn(table)}.id = given.column1`;
}

/** Statements that write these columns of many rows of a table, some hundred rows each; a column a row has not is null. */
export function* compileBulkUpdates(
  kind: DatabaseKind,
  table: string,
  columns: readonly TypedColumn[],
  rows: readonly (readonly [id: string, values: Readonly<Record<string, unknown>>])[],
): Generator<CompiledQuery> {
  if (columns.length === 0) return;
  for (const part of splitIntoBatches(rows, getBatchSize(columns.length + 1))) {
    const values = part.flatMap(([id, row]) => [id, ...columns.map(([column]) => row[column] ?? null)]);
    yield CompiledQuery.raw(compileUpdate(kind, table, columns, part.length), values);
  }
}

/** Statements that add rows, which all have the columns of the first. */
export function* compileBulkInserts(
  kind: DatabaseKind,
  table: string,
  rows: readonly object[],
): Generator<CompiledQuery> {
  const names = Object.keys(rows[0] ?? {});
  const into = `insert into ${quoteColumn(table)} (${names.map(quoteColumn).join(', ')}) values`;
  for (const part of splitIntoBatches(
    rows as readonly Readonly<Record<string, unknown>>[],
    getBatchSize(names.length),
  )) {
    const values = part.flatMap((row) => names.map((name) => row[name] ?? null));
    yield CompiledQuery.raw(`${into} ${createPlaceholders(kind, names.length, part.length)}`, values);
  }
}

/** Adds rows, as `insertsOf` says. */
export const bulkInsert = (db: CollectionDb, table: string, rows: readonly object[]): Promise<void> =>
  executeAll(db, compileBulkInserts(isSqlite(toSchemaDb(db)) ? 'sqlite' : 'postgres', table, rows));

/** Runs statements one after the other. */
export async function executeAll(db: CollectionDb, statements: Iterable<CompiledQuery>): Promise<void> {
  for (const one of statements) await db.executeQuery(one);
}

/** Deletes the rows of which a column is one of these ids. */
export async function bulkDelete(db: CollectionDb, table: string, column: string, ids: readonly string[]) {
  const some = expandJsonTexts(toSchemaDb(db), JSON.stringify(ids));
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${some}`.execute(db);
}

/** Writes these columns of many rows, as `updatesOf` says. */
export const bulkUpdate = (db: CollectionDb, ...of: Parameters<typeof compileBulkUpdates>): Promise<void> =>
  executeAll(db, compileBulkUpdates(...of));
