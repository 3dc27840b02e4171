import { sql } from 'kysely';
import { warn } from '../../base/warn.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { getSearchIndexName, getSearchRowsName } from '../query/searchCondition.ts';
import { type Collection, getIndexName } from '../schema/collection.ts';
import { getSearchedColumns } from '../schema/filterableFields.ts';
import { quoteName } from '../schema/tableNames.ts';
import { rebuildIfChanged } from './derivedTables.ts';

/**
 * Creates or rebuilds the trigram index that `contains` reads: an FTS5 table with triggers on SQLite, a pg_trgm index on
 * PostgreSQL. Both may match too much, so queries compare the text as well.
 */
export async function createSearchIndex(db: Db, kind: DatabaseKind, collection: Collection): Promise<void> {
  const keys = getSearchedColumns(collection);
  if (kind === 'postgres') await createOnPostgres(db, collection, keys);
  else await createOnSqlite(db, collection, keys);
}

/** Creates an index per search key, and drops those of lookups, which are searched at their source. */
async function createOnPostgres(db: Db, { table, columns }: Collection, keys: readonly string[]): Promise<void> {
  for (const { keyColumn, lookup } of columns)
    if (keyColumn && lookup?.searchedColumn)
      await db.schema
        .dropIndex(getIndexName(table, `pieces_${keyColumn}`))
        .ifExists()
        .execute();
  if (keys.length === 0 || !(await enableTrigrams(db))) return;
  for (const key of keys) {
    const name = getIndexName(table, `pieces_${key}`);
    await sql`create index if not exists ${sql.ref(name)} on ${sql.table(table)} using gin (${sql.ref(key)} gin_trgm_ops)`.execute(
      db,
    );
  }
}

/** PostgreSQL codes: the extension is not installed, or the user may not create it. */
const EXTENSION_UNAVAILABLE = ['0A000', '42501', '58P01'];

/** Enables pg_trgm if possible. Without it, searches scan the table. */
async function enableTrigrams(db: Db): Promise<boolean> {
  await sql`savepoint pieces`.execute(db);
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`release savepoint pieces`.execute(db);
    return true;
  } catch (cause) {
    await sql`rollback to savepoint pieces`.execute(db);
    if (!EXTENSION_UNAVAILABLE.includes(String((cause as { code?: unknown }).code))) throw cause;
    warn('PostgreSQL has no pg_trgm, so every search reads its whole table', cause);
    return false;
  }
}

async function createOnSqlite(db: Db, collection: Collection, keys: readonly string[]): Promise<void> {
  const table = quoteName(collection.table);
  const [index, rows] = [getSearchIndexName(collection), getSearchRowsName(collection)].map(quoteName);
  const trigger = (event: string) => quoteName(`${getSearchIndexName(collection)}_${event}`);
  const columns = keys.map(quoteName).join(', ');
  const added = `insert into ${index} (rowid, ${columns}) values ((select n from ${rows} where id = new.id), ${keys.map((key) => `new.${quoteName(key)}`).join(', ')});`;
  const remove = `delete from ${index} where rowid = (select n from ${rows} where id = old.id);`;
  // Lookup triggers may run before or after these ones, so the index reads the stored values.
  const addRow = `insert into ${index} (rowid, ${columns}) select n, ${columns} from ${table} join ${rows} using (id) where id = new.id;`;
  const isLate = collection.columns.some(({ keyColumn, lookup }) => lookup && keyColumn && keys.includes(keyColumn));
  const addId = `insert or ignore into ${rows} (id) values (new.id);`;
  const add = isLate ? `${addId} ${remove.replace('old.id', 'new.id')} ${addRow}` : added;
  const differs = keys.map((key) => `new.${quoteName(key)} is not old.${quoteName(key)}`).join(' or ');
  const make = [
    `create table ${rows} (n integer primary key, id text not null unique)`,
    `create virtual table ${index} using fts5(${columns}, content='', contentless_delete=1, tokenize='trigram', detail='column')`,
    `create trigger ${trigger('insert')} after insert on ${table}
      begin ${isLate ? '' : `insert into ${rows} (id) values (new.id);`} ${add} end`,
    `create trigger ${trigger('update')} after update of ${columns} on ${table} when ${differs}
      begin ${remove} ${add} end`,
    `create trigger ${trigger('delete')} after delete on ${table}
      begin ${remove} delete from ${rows} where id = old.id; end`,
    `insert into ${rows} (id) select id from ${table}`,
    `insert into ${index} (rowid, ${columns}) select n, ${columns} from ${table} join ${rows} using (id)`,
  ];
  const drop = [
    ...['insert', 'update', 'delete'].map((event) => `drop trigger if exists ${trigger(event)}`),
    ...[index, rows].map((name) => `drop table if exists ${name}`),
  ];
  await rebuildIfChanged(db, getSearchIndexName(collection), { drop, make: keys.length > 0 ? make : [] });
}
