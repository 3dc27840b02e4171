import { CompiledQuery, sql } from 'kysely';
import { isSqlite, listed } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { type CollectionDb, schemaDb } from './collectionDb.ts';

/** Rows that are written by one statement; SQLite takes 32,766 values in one. */
const PORTION = 500;
const MOST_VALUES = 30_000;

/** Rows of so many values that one statement takes. */
const portionOf = (values: number) => Math.min(PORTION, Math.floor(MOST_VALUES / values));

/** Parts of a list, in its order. */
export function* portions<T>(all: readonly T[], most = PORTION): Generator<T[]> {
  for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most);
}

const quoted = (name: string) => `"${name}"`;

/** A column that is written, and its type. */
export type Written = readonly [column: string, type: string];

/** Holes for the values of so many rows. */
function holes(kind: DatabaseKind, width: number, rows: number): string {
  const hole = (at: number) => (kind === 'postgres' ? `$${at + 1}` : '?');
  const row = (at: number) => `(${Array.from({ length: width }, (_, cell) => hole(at * width + cell)).join(', ')})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(', ');
}

function statement(kind: DatabaseKind, table: string, columns: readonly Written[], rows: number): string {
  const values = holes(kind, columns.length + 1, rows);
  // What PostgreSQL is given it takes for texts.
  const value = (type: string, at: number) =>
    kind === 'postgres' ? `cast(given.column${at + 2} as ${type})` : `given.column${at + 2}`;
  const sets = columns.map(([column, type], at) => `${quoted(column)} = ${value(type, at)}`).join(', ');
  return `update ${quoted(table)} set ${sets} from (values ${values}) as given where ${quoted(table)}.id = given.column1`;
}

/** Statements that write these columns of many rows of a table, some hundred rows each; a column a row has not is null. */
export function* updatesOf(
  kind: DatabaseKind,
  table: string,
  columns: readonly Written[],
  rows: readonly (readonly [id: string, values: Readonly<Record<string, unknown>>])[],
): Generator<CompiledQuery> {
  if (columns.length === 0) return;
  for (const part of portions(rows, portionOf(columns.length + 1))) {
    const values = part.flatMap(([id, row]) => [id, ...columns.map(([column]) => row[column] ?? null)]);
    yield CompiledQuery.raw(statement(kind, table, columns, part.length), values);
  }
}

/** Statements that add rows, which all have the columns of the first. */
export function* insertsOf(kind: DatabaseKind, table: string, rows: readonly object[]): Generator<CompiledQuery> {
  const names = Object.keys(rows[0] ?? {});
  const into = `insert into ${quoted(table)} (${names.map(quoted).join(', ')}) values`;
  for (const part of portions(rows as readonly Readonly<Record<string, unknown>>[], portionOf(names.length))) {
    const values = part.flatMap((row) => names.map((name) => row[name] ?? null));
    yield CompiledQuery.raw(`${into} ${holes(kind, names.length, part.length)}`, values);
  }
}

/** Adds rows, as `insertsOf` says. */
export const addRows = (db: CollectionDb, table: string, rows: readonly object[]): Promise<void> =>
  runAll(db, insertsOf(isSqlite(schemaDb(db)) ? 'sqlite' : 'postgres', table, rows));

/** Runs statements one after the other. */
export async function runAll(db: CollectionDb, statements: Iterable<CompiledQuery>): Promise<void> {
  for (const one of statements) await db.executeQuery(one);
}

/** Deletes the rows of which a column is one of these ids. */
export async function deleteAll(db: CollectionDb, table: string, column: string, ids: readonly string[]) {
  const some = listed(schemaDb(db), JSON.stringify(ids));
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${some}`.execute(db);
}

/** Writes these columns of many rows, as `updatesOf` says. */
export const writeRows = (db: CollectionDb, ...of: Parameters<typeof updatesOf>): Promise<void> =>
  runAll(db, updatesOf(...of));
