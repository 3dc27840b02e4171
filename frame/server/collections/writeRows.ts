import { CompiledQuery } from 'kysely';
import type { DatabaseKind } from '../store/open.ts';
import type { CollectionDb } from './db.ts';

/** Rows that are written by one statement; SQLite takes 32,766 values in one. */
const PORTION = 500;
const MOST_VALUES = 30_000;

const quoted = (name: string) => `"${name}"`;

/** A column that is written, and its type. */
export type Written = readonly [column: string, type: string];

function statement(kind: DatabaseKind, table: string, columns: readonly Written[], rows: number): string {
  const width = columns.length + 1;
  const hole = (at: number) => (kind === 'postgres' ? `$${at + 1}` : '?');
  const row = (at: number) => `(${Array.from({ length: width }, (_, cell) => hole(at * width + cell)).join(', ')})`;
  const values = Array.from({ length: rows }, (_, at) => row(at)).join(', ');
  // What PostgreSQL is given it takes for texts.
  const value = (type: string, at: number) =>
    kind === 'postgres' ? `cast(given.column${at + 2} as ${type})` : `given.column${at + 2}`;
  const sets = columns.map(([column, type], at) => `${quoted(column)} = ${value(type, at)}`).join(', ');
  return `update ${quoted(table)} set ${sets} from (values ${values}) as given where ${quoted(table)}.id = given.column1`;
}

/** Writes these columns of many rows of a table, some hundred rows by one statement; a column a row has not is null. */
export async function writeRows(
  db: CollectionDb,
  kind: DatabaseKind,
  table: string,
  columns: readonly Written[],
  rows: readonly (readonly [id: string, values: Readonly<Record<string, unknown>>])[],
): Promise<void> {
  if (columns.length === 0) return;
  const most = Math.min(PORTION, Math.floor(MOST_VALUES / (columns.length + 1)));
  for (let from = 0; from < rows.length; from += most) {
    const part = rows.slice(from, from + most);
    const values = part.flatMap(([id, row]) => [id, ...columns.map(([column]) => row[column] ?? null)]);
    await db.executeQuery(CompiledQuery.raw(statement(kind, table, columns, part.length), values));
  }
}
