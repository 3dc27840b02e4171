import { sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import { getTargetName } from '../../../fields/fieldTypes.ts';
import type { Field } from '../../../fields/kind.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { isSqlite } from '../../db/jsonLists.ts';
import { type Collection, getIndexName, getLinkTable, includeTrash } from '../schema/collection.ts';
import { isLinkColumn, type LinkColumn } from '../schema/linkRows.ts';

/** Finds the collection whose deleted records take their links along. With the trash, links stay for a restore. */
const findTargetCollection = (field: Field, collections: readonly Collection[]): Collection | undefined =>
  collections.find(({ resource, trash }) => resource.name === getTargetName(field) && !trash);

/** Finds the tables that the foreign keys of a table refer to. */
export async function findForeignKeyTables(db: Db, table: string): Promise<string[]> {
  const query = isSqlite(db)
    ? sql<{ name: string }>`select "table" as name from pragma_foreign_key_list(${table})`
    : sql<{ name: string }>`select target.relname as name from pg_constraint
          join pg_class target on target.oid = confrelid
          join pg_class owner on owner.oid = conrelid
          where contype = 'f' and owner.relname = ${table} and owner.relnamespace = current_schema()::regnamespace`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/**
 * Creates a link table. Deleting the owner, or a record of `target`, deletes its links. Without `target`, links stay
 * for a restore. `onDelete` rules are applied before.
 */
async function createLinkTable(db: Db, name: string, owner: string, target: string | undefined) {
  const text = sql.raw(isSqlite(db) ? 'text not null' : 'text collate "C" not null');
  const to = (table: string) => sql`references ${sql.table(table)} (id) on delete cascade`;
  await sql`create table ${sql.table(name)} (record_id ${text} ${to(owner)}, target_id ${text} ${target ? to(target) : sql``},
    position integer not null, primary key (record_id, target_id))`.execute(db);
}

function createLinkIndex(db: Db, name: string) {
  const index = sql.ref(getIndexName(name, 'target'));
  return sql`create index if not exists ${index} on ${sql.table(name)} (target_id, record_id)`.execute(db);
}

/** Recreates a link table with its foreign keys, which a restored backup lacks. */
async function recreateLinkTable(db: Db, name: string, owner: string, target: string | undefined) {
  const old = getIndexName(name, 'old');
  await sql`create table ${sql.table(old)} as select * from ${sql.table(name)}`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
  await createLinkTable(db, name, owner, target);
  await sql`insert into ${sql.table(name)} (record_id, target_id, position)
    select record_id, target_id, position from ${sql.table(old)}`.execute(db);
  await sql`drop table ${sql.table(old)}`.execute(db);
}

const hasForeignKeys = async (db: Db, table: string, expected: readonly string[]): Promise<boolean> =>
  (await findForeignKeyTables(db, table)).toSorted().join() === expected.toSorted().join();

/** Throws a ConfigError if a link names a record of another resource. */
async function refuseForeignLinks(
  db: Db,
  { resource }: Collection,
  { name, linkTable }: LinkColumn,
  target: string,
): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(linkTable)}
    where target_id not in (select id from ${sql.table(target)}) limit 1`.execute(db);
  if (rows.length > 0)
    throw new ConfigError([
      `src/resources/${resource.name}.ts: fields.${name}: found references to ${target.slice(2)}, expected references to another resource, as its records are. Give the field a new name, or the kind it had.`,
    ]);
}

/**
 * Creates the tables of `references` fields. Call after the tables of all collections exist. Throws a ConfigError if
 * existing links do not fit the config.
 */
export async function createLinkTables(
  db: Db,
  collections: readonly Collection[],
  there: readonly string[],
): Promise<void> {
  for (const collection of includeTrash(collections)) {
    const isTrash = !collections.includes(collection);
    for (const name of (collection.orphanedLinks ?? []).map((value) => getLinkTable(collection.table, value)))
      if (isTrash && !there.includes(name)) await createLinkTable(db, name, collection.table, undefined);
    for (const column of collection.columns.filter(isLinkColumn)) {
      const name = column.linkTable;
      const target = isTrash ? undefined : findTargetCollection(column.field, collections)?.table;
      if (!there.includes(name)) await createLinkTable(db, name, collection.table, target);
      else if (!(await hasForeignKeys(db, name, [collection.table, ...(target ? [target] : [])]))) {
        if (target) await refuseForeignLinks(db, collection, column, target);
        await recreateLinkTable(db, name, collection.table, target);
      }
      await createLinkIndex(db, name);
    }
  }
}
