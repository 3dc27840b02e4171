import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db, Schema } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';

/** True if the database is SQLite. */
export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean => db.getExecutor().adapter instanceof SqliteAdapter;
export const getDatabaseKind = (db: Pick<Db, 'getExecutor'>): DatabaseKind => (isSqlite(db) ? 'sqlite' : 'postgres');

/** Expands a JSON list of texts for `in`. One parameter keeps the SQL the same for any number of texts. */
export const expandJsonTexts = (db: Db, json: string): RawBuilder<string> =>
  isSqlite(db)
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select json_array_elements_text(${json}::json))`;

/** Expands a JSON list of numbers for `in`. */
export const expandJsonNumbers = (db: Db, json: string): RawBuilder<number> =>
  isSqlite(db)
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from json_array_elements_text(${json}::json))`;

/** Aggregates these columns of all rows in a group into one JSON list. */
export function aggregateRowsAsJson(db: Db, columns: readonly string[]): RawBuilder<string> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return isSqlite(db)
    ? sql<string>`json_group_array(json_array(${names}))`
    : sql<string>`coalesce(json_agg(json_build_array(${names})), '[]')::text`;
}

/** Expands rows to their columns and a query, which is the same for any number. All rows have the columns of the first. */
function expandJsonRows<T extends keyof Schema>(db: Db, table: T, rows: readonly Partial<Schema[T]>[]) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Schema[T] & string)[];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  if (isSqlite(db)) {
    const values = sql.join(columns.map((_, place) => sql`value ->> ${sql.lit(place)}`));
    const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
    return { names, query: sql`select ${values} from json_each(${json})` };
  }
  const source = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
  return { names, query: sql`select ${names} from ${source}` };
}

/** Inserts rows with one statement. */
export async function insertRows<T extends keyof Schema>(db: Db, table: T, rows: readonly Schema[T][]): Promise<void> {
  if (rows.length === 0) return;
  const { names, query } = expandJsonRows(db, table, rows);
  await sql`insert into ${sql.table(table)} (${names}) ${query}`.execute(db);
}

/** Deletes the rows with these values, such as their primary keys, with one statement. */
export async function deleteRows<T extends keyof Schema>(
  db: Db,
  table: T,
  rows: readonly Partial<Schema[T]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { names, query } = expandJsonRows(db, table, rows);
  await sql`delete from ${sql.table(table)} where (${names}) in (${query})`.execute(db);
}
