import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { runCachedQuery } from './cachedQuery.ts';
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

type WriteStatement = (names: RawBuilder<unknown>, query: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Runs a statement on the columns of rows and a query for them. It is the same for any number of rows, so it is compiled
 * once. All rows have the columns of the first.
 */
async function writeJsonRows<T extends keyof Schema>(
  db: Db,
  name: string,
  table: T,
  rows: readonly Partial<Schema[T]>[],
  write: WriteStatement,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Schema[T] & string)[];
  const lists = () => rows.map((row) => columns.map((column) => row[column]));
  const given = { json: JSON.stringify(isSqlite(db) ? lists() : rows) };
  await runCachedQuery(db, `${name} ${table} ${columns}`, given, ({ json }) => {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = sql.join(columns.map((_, place) => sql`value ->> ${sql.lit(place)}`));
    const query = isSqlite(db)
      ? sql`select ${values} from json_each(${json})`
      : sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`;
    return { compile: () => write(names, query).compile(db) };
  });
}

/** Inserts rows with one statement. */
export async function insertRows<T extends keyof Schema>(db: Db, table: T, rows: readonly Schema[T][]): Promise<void> {
  if (rows.length === 0) return;
  const insert: WriteStatement = (names, query) => sql`insert into ${sql.table(table)} (${names}) ${query}`;
  await writeJsonRows(db, 'insert into', table, rows, insert);
}

/** Deletes the rows with these values, such as their primary keys, with one statement. */
export async function deleteRows<T extends keyof Schema>(
  db: Db,
  table: T,
  rows: readonly Partial<Schema[T]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const remove: WriteStatement = (names, query) => sql`delete from ${sql.table(table)} where (${names}) in (${query})`;
  await writeJsonRows(db, 'delete from', table, rows, remove);
}
