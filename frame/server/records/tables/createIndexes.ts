import { sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { isSqlite } from '../../db/jsonLists.ts';
import { type Collection, getIndexName } from '../schema/collection.ts';
import { getListIndexes } from '../schema/listIndexes.ts';

/** Creates the indexes of lists, and drops those of earlier configs and versions. */
export async function createIndexes(db: Db, collection: Collection): Promise<void> {
  const table = sql.table(collection.table);
  const nulls = sql.raw(isSqlite(db) ? '' : 'nulls first');
  const indexes = getListIndexes(collection);
  for (const { name, keys } of indexes) {
    const all = sql.join(keys.map((key) => sql`${key} ${nulls}`));
    await sql`create index if not exists ${sql.ref(name)} on ${table} (${all}, id)`.execute(db);
  }
  for (const name of await findIndexNames(db, collection))
    if (!indexes.some((one) => one.name === name)) await db.schema.dropIndex(name).execute();
}

/** Finds the indexes of lists that a table has. All of them end with the id. */
async function findIndexNames(db: Db, { table }: Collection): Promise<string[]> {
  const own = getIndexName(table, '').slice(0, 40);
  const { rows } = await (isSqlite(db)
    ? sql<{ name: string }>`select name from sqlite_master where tbl_name = ${table} and sql like 'create index %, id)'`
    : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()
        and tablename = ${table} and indexdef like 'CREATE INDEX % USING btree (%, id)'`
  ).execute(db);
  return rows.map(({ name }) => name).filter((name) => name.startsWith(own));
}
