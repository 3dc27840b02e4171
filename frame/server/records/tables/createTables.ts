import { type RawBuilder, sql, type Transaction } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import type { DatabaseKind, Store } from '../../db/openDatabase.ts';
import { createDefinitionsTable } from '../derived/derivedTables.ts';
import { createLookupTriggers } from '../derived/lookupColumns.ts';
import { rebuildSearchKeys } from '../derived/rebuildSearchKeys.ts';
import { createRollupTriggers } from '../derived/rollupColumns.ts';
import { createSearchIndex } from '../derived/searchIndex.ts';
import { createSummaryTable, dropFormerSummaries } from '../derived/summaryTriggers.ts';
import { bulkUpdate } from '../schema/bulkStatements.ts';
import { type Collection, getIndexName, getTrashTable, getUniqueColumn, includeTrash } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';
import { toUniqueKey } from '../schema/indexKeys.ts';
import { createIndexes } from './createIndexes.ts';
import { replaceRules } from './createRules.ts';
import { createHistoryTables } from './historyTable.ts';
import { createLinkTables } from './linkTables.ts';
import { createUploadTable } from './uploadTable.ts';

/** The advisory lock of all servers. */
const SCHEMA_LOCK_ID = 7_204_911;

const UNIQUE_PAGE_SIZE = 1000;

/** Runs `work` in one transaction. Servers that start at the same time wait for each other. */
export const withSchemaLock = <T>(
  { db, kind }: Store,
  work: (transaction: Transaction<Record<string, CollectionRow>>) => Promise<T>,
) =>
  toCollectionDb(db)
    .transaction()
    .execute(async (transaction) => {
      if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK_ID)})`.execute(transaction);
      return work(transaction);
    });

/** Converts existing records between the creation of columns and of indexes. */
interface SchemaChange {
  /** Returns the SQL default of a new column in existing rows. */
  getDefault(collection: Collection, column: string): RawBuilder<unknown> | undefined;
  fill(): Promise<void>;
}

/**
 * Creates the tables of collections, and adds columns of new fields. Columns of removed fields stay. Throws a ConfigError
 * if existing records do not fit the config.
 */
export const createTables = (store: Store, collections: readonly Collection[]): Promise<void> =>
  withSchemaLock(store, (transaction) => createTablesWithin(transaction, store.kind, collections));

/** Creates the tables within a transaction. `change` runs before indexes and triggers are created. */
export async function createTablesWithin(
  transaction: CollectionDb,
  kind: DatabaseKind,
  all: readonly Collection[],
  change?: SchemaChange,
): Promise<void> {
  const own = all.filter(({ existingTable }) => !existingTable);
  const collections = includeTrash(own);
  await createUploadTable(transaction);
  await createDefinitionsTable(transaction);
  await createHistoryTables(transaction);
  const found = await transaction.introspection.getTables();
  const columnsOf = ({ table }: Collection) =>
    found.find(({ name }) => name === table)?.columns.map(({ name }) => name);
  for (const collection of collections) {
    const columns = columnsOf(collection);
    if (!columns) await createTable(transaction, collection.table);
    await addColumns(transaction, kind, collection, columns ?? [], change);
  }
  const names = found.map(({ name }) => name);
  await createLinkTables(transaction, kind, own, names);
  await refuseFullTrash(transaction, own, names);
  await change?.fill();
  await rebuildSearchKeys(transaction, kind, all, found);
  for (const collection of collections) {
    await replaceRules(transaction, kind, collection, () =>
      updateUniqueColumns(transaction, kind, collection, columnsOf(collection) ?? []),
    );
    await createIndexes(transaction, kind, collection);
    await createSearchIndex(transaction, kind, collection);
    await createSummaryTable(transaction, kind, collection);
  }
  await dropFormerSummaries(transaction, kind);
  await createRollupTriggers(transaction, kind, own);
  await createLookupTriggers(transaction, kind, own);
}

const createTable = (db: CollectionDb, table: string): Promise<void> =>
  createSystemTable(
    db,
    table,
    {
      ...{ id: 'text', version: 'integer', created_at: 'bigint', created_by: 'text' },
      ...{ changed_at: 'bigint', changed_by: 'text' },
    },
    { nullable: ['created_by', 'changed_by'] },
  );

const addColumn = (db: CollectionDb, table: string, name: string, type: string, extra = sql``) =>
  sql`alter table ${sql.table(table)} add column ${sql.ref(name)} ${sql.raw(type)} ${extra}`.execute(db);

async function addColumns(
  db: CollectionDb,
  kind: DatabaseKind,
  collection: Collection,
  found: readonly string[],
  change: SchemaChange | undefined,
) {
  const add = (name: string, type: string) => {
    const value = change?.getDefault(collection, name);
    return addColumn(db, collection.table, name, type, value ? sql`default ${value}` : sql``);
  };
  for (const { valueColumn, keyColumn, linkTable, codec, system } of collection.columns) {
    if (linkTable || system) continue;
    if (!found.includes(valueColumn)) await add(valueColumn, codec.columnType);
    if (keyColumn && !found.includes(keyColumn)) await add(keyColumn, getTextType(kind));
  }
  for (const [column, type] of Object.entries(collection.orphanedColumns ?? {}))
    if (!found.includes(column)) await add(column, type === 'text' ? getTextType(kind) : type);
}

/** Throws a ConfigError if `softDelete` was removed while the trash holds records. */
async function refuseFullTrash(db: CollectionDb, collections: readonly Collection[], there: readonly string[]) {
  for (const { trash, table, resource } of collections) {
    const name = getTrashTable(table);
    if (trash || !there.includes(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new ConfigError([
        `src/resources/${resource.name}.ts: softDelete: found nothing, expected true, as there are records in its bin. Restore them or delete them for good first.`,
      ]);
  }
}

/** Texts sort by code point on both databases. */
const getTextType = (kind: DatabaseKind) => (kind === 'postgres' ? 'text collate "C"' : 'text');

/** Creates the unique columns, and the indexes of unique fields. Drops those that the config no longer needs. */
async function updateUniqueColumns(
  db: CollectionDb,
  kind: DatabaseKind,
  collection: Collection,
  found: readonly string[],
) {
  const { table, columns, resource } = collection;
  for (const column of columns.filter(({ linkTable, system }) => !linkTable && !system)) {
    const { name, field, valueColumn, uniqueColumn } = column;
    const ownName = getUniqueColumn({ storage: column.storage, value: valueColumn });
    const index = getIndexName(table, ownName);
    const isUnique = field.unique && uniqueColumn;
    if (!isUnique && found.includes(ownName)) await db.schema.dropIndex(index).ifExists().execute();
    if (!uniqueColumn && found.includes(ownName)) await db.schema.alterTable(table).dropColumn(ownName).execute();
    if (!uniqueColumn) continue;
    if (!found.includes(uniqueColumn)) {
      await addColumn(db, table, uniqueColumn, getTextType(kind));
      await fillUniqueColumn(db, kind, table, valueColumn, uniqueColumn);
    }
    if (!isUnique) continue;
    await refuseDuplicates(db, table, uniqueColumn, `src/resources/${resource.name}.ts: fields.${name}.unique`);
    const query = sql`create unique index if not exists ${sql.ref(index)} on ${sql.table(table)} (${sql.ref(uniqueColumn)})`;
    await query.execute(db);
  }
}

/** Fills the unique column of existing records. */
async function fillUniqueColumn(
  db: CollectionDb,
  kind: DatabaseKind,
  table: string,
  value: string,
  unique: string,
): Promise<void> {
  for (let last = ''; ; ) {
    const after = db.selectFrom(table).select(['id', value]).where('id', '>', last);
    const rows = await after.where(sql.ref(value), 'is not', null).orderBy('id').limit(UNIQUE_PAGE_SIZE).execute();
    const keys = rows.map((row) => [String(row.id), { [unique]: toUniqueKey(row[value]) }] as const);
    await bulkUpdate(db, kind, table, [[unique, 'text']], keys);
    if (rows.length < UNIQUE_PAGE_SIZE) return;
    last = String(rows.at(-1)?.id);
  }
}

async function refuseDuplicates(db: CollectionDb, table: string, unique: string, place: string): Promise<void> {
  const column = sql.ref(unique);
  const { rows } = await sql<{ value: string }>`select ${column} as value from ${sql.table(table)}
    where ${column} is not null group by ${column} having count(*) > 1 limit 1`.execute(db);
  if (rows[0]) throw new ConfigError([`${place}: found records that share "${rows[0].value}", expected none.`]);
}
