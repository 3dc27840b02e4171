import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db, Schema } from './databaseSchema.ts';

export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/** The texts of a list in JSON, for `in`: one value, however many they are, so that the query is the same each time. */
export const expandJsonTexts = (db: Db, json: string): RawBuilder<string> =>
  isSqlite(db)
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select json_array_elements_text(${json}::json))`;

/** The same for whole numbers. */
export const expandJsonNumbers = (db: Db, json: string): RawBuilder<number> =>
  isSqlite(db)
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from json_array_elements_text(${json}::json))`;

/** All rows of a group as one value: lists of these columns, in JSON. */
export function aggregateRowsAsJson(db: Db, columns: readonly string[]): RawBuilder<string> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return isSqlite(db)
    ? sql<string>`json_group_array(json_array(${names}))`
    : sql<string>`coalesce(json_agg(json_build_array(${names})), '[]')::text`;
}

/** Writes many rows, which all have the columns of the first, with one statement that is the same for any number. */
export async function insertRows<T extends keyof Schema>(db: Db, table: T, rows: readonly Schema[T][]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof Schema[T] & string)[];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const into = sql`insert into ${sql.table(table)} (${names}) select`;
  if (isSqlite(db)) {
    const values = sql.join(columns.map((_, place) => sql`value ->> ${sql.lit(place)}`));
    const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
    await sql`${into} ${values} from json_each(${json})`.execute(db);
  } else {
    const source = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
    await sql`${into} ${names} from ${source}`.execute(db);
  }
}
