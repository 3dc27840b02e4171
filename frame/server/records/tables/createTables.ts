import { type RawBuilder, sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { getDatabaseKind, isSqlite } from '../../db/jsonLists.ts';
import type { Store } from '../../db/openDatabase.ts';
import { acquireLock, SCHEMA_LOCK_ID } from '../../db/writeLock.ts';
import { createAppendOnlyTriggers } from '../derived/appendOnlyTriggers.ts';
import { createDefinitionsTable } from '../derived/derivedTables.ts';
import { createLookupTriggers } from '../derived/lookupColumns.ts';
import { rebuildSearchKeys } from '../derived/rebuildSearchKeys.ts';
import { createRollupTriggers } from '../derived/rollupColumns.ts';
import { createSearchIndex } from '../derived/searchIndex.ts';
import { createStaleTriggers } from '../derived/staleRecords.ts';
import { createSummaryTable, dropFormerSummaries } from '../derived/summaryTriggers.ts';
import { bulkUpdate } from '../schema/bulkStatements.ts';
import { type Collection, getIndexName, getTrashTable, getUniqueColumn, includeTrash } from '../schema/collection.ts';
import { type CollectionTransaction, toCollectionDb } from '../schema/collectionDb.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';
import { toUniqueKey } from '../schema/indexKeys.ts';
import { pagesById } from '../schema/pagesById.ts';
import { createIndexes } from './createIndexes.ts';
import { replaceRules } from './createRules.ts';
import { createHistoryTables } from './historyTable.ts';
import { createLinkTables } from './linkTables.ts';
import { createUploadTable } from './uploadTable.ts';

/** Runs `work` in one transaction. Servers that start at the same time wait for each other. */
export const withSchemaLock = <T>({ db, kind }: Store, work: (transaction: CollectionTransaction) => Promise<T>) =>
  db.transaction().execute(async (transaction) => {
    await acquireLock(transaction, kind, sql.lit(SCHEMA_LOCK_ID));
    return work(toCollectionDb(transaction));
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
  withSchemaLock(store, (transaction) => createTablesWithin(transaction, collections));

/** Creates the tables within a transaction. `change` runs before indexes and triggers are created. */
export async function createTablesWithin(
  transaction: Db,
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
    await addColumns(transaction, collection, columns ?? [], change);
  }
  const names = found.map(({ name }) => name);
  await createLinkTables(transaction, own, names);
  await refuseFullTrash(transaction, own, names);
  await change?.fill();
  await rebuildSearchKeys(transaction, all, found);
  for (const collection of collections) {
    await replaceRules(transaction, getDatabaseKind(transaction), collection, () =>
      updateUniqueColumns(transaction, collection, columnsOf(collection) ?? []),
    );
    await createIndexes(transaction, collection);
    await createSearchIndex(transaction, getDatabaseKind(transaction), collection);
    await createSummaryTable(transaction, collection);
  }
  await dropFormerSummaries(transaction);
  await createRollupTriggers(transaction, own);
  await createLookupTriggers(transaction, own);
  await createStaleTriggers(transaction, own);
  await createAppendOnlyTriggers(transaction, own);
}

const createTable = (db: Db, table: string): Promise<void> =>
  createSystemTable(
    db,
    table,
    {
      ...{ id: 'text', version: 'integer', created_at: 'bigint', created_by: 'text' },
      ...{ changed_at: 'bigint', changed_by: 'text' },
    },
    { nullable: ['created_by', 'changed_by'] },
  );

const addColumn = (db: Db, table: string, name: string, type: string, extra = sql``) =>
  sql`alter table ${sql.table(table)} add column ${sql.ref(name)} ${sql.raw(type)} ${extra}`.execute(db);

async function addColumns(db: Db, collection: Collection, found: readonly string[], change: SchemaChange | undefined) {
  const add = (name: string, type: string) => {
    const value = change?.getDefault(collection, name);
    return addColumn(db, collection.table, name, type, value ? sql`default ${value}` : sql``);
  };
  for (const { valueColumn, keyColumn, linkTable, codec, system } of collection.columns) {
    if (linkTable || system) continue;
    if (!found.includes(valueColumn)) await add(valueColumn, codec.columnType);
    if (keyColumn && !found.includes(keyColumn)) await add(keyColumn, getTextType(db));
  }
  for (const [column, type] of Object.entries(collection.orphanedColumns ?? {}))
    if (!found.includes(column)) await add(column, type === 'text' ? getTextType(db) : type);
}

/** Throws a ConfigError if `softDelete` was removed while the trash holds records. */
async function refuseFullTrash(db: Db, collections: readonly Collection[], there: readonly string[]) {
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
const getTextType = (db: Db) => (isSqlite(db) ? 'text' : 'text collate "C"');

/** Creates the unique columns, and the indexes of unique fields. Drops those that the config no longer needs. */
async function updateUniqueColumns(db: Db, collection: Collection, found: readonly string[]) {
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
      await addColumn(db, table, uniqueColumn, getTextType(db));
      await fillUniqueColumn(db, table, valueColumn, uniqueColumn);
    }
    if (!isUnique) continue;
    await refuseDuplicates(db, table, uniqueColumn, `src/resources/${resource.name}.ts: fields.${name}.unique`);
    const query = sql`create unique index if not exists ${sql.ref(index)} on ${sql.table(table)} (${sql.ref(uniqueColumn)})`;
    await query.execute(db);
  }
}

/** Fills the unique column of existing records. */
async function fillUniqueColumn(db: Db, table: string, value: string, unique: string): Promise<void> {
  const records = toCollectionDb(db).selectFrom(table).select(['id', value]).where(sql.ref(value), 'is not', null);
  const pages = pagesById((last, size) => records.where('id', '>', last).orderBy('id').limit(size).execute());
  for await (const rows of pages) {
    const keys = rows.map((row) => [String(row.id), { [unique]: toUniqueKey(row[value]) }] as const);
    await bulkUpdate(db, table, [[unique, 'text']], keys);
  }
}

/** Throws a ConfigError if two records have the same unique key. `place` names the field's option. */
async function refuseDuplicates(db: Db, table: string, uniqueColumn: string, place: string): Promise<void> {
  const column = sql.ref(uniqueColumn);
  const { rows } = await sql<{ value: string }>`select ${column} as value from ${sql.table(table)}
    where ${column} is not null group by ${column} having count(*) > 1 limit 1`.execute(db);
  if (rows[0]) throw new ConfigError([`${place}: found records that share "${rows[0].value}", expected none.`]);
}
