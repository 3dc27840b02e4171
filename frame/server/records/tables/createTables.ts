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
import { type Collection, getBinTable, getIndexName, getUniqueColumn, includeBins } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { toUniqueKey } from '../schema/indexKeys.ts';
import { createIndexes } from './createIndexes.ts';
import { createHistoryTables } from './historyTable.ts';
import { createLinkTables } from './linkTables.ts';
import { createUploadTable } from './uploadTable.ts';

/** Any number, the same for all servers: of several that start at a time one changes the tables, the others wait. */
const SCHEMA_LOCK_ID = 7_204_911;

/** Records that are looked at at a time. */
const UNIQUE_PAGE_SIZE = 1000;

/** Does something with the tables in one transaction; of several servers that start at a time one does, the others wait. */
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

/** What changes the records that are there, on the way from the tables' columns to what is made of them. */
interface SchemaChange {
  /** What a new column holds in the rows that are there, as SQL. */
  getDefault(collection: Collection, column: string): RawBuilder<unknown> | undefined;
  fill(): Promise<void>;
}

/**
 * Makes the collections' tables, and brings those that are there up to date with their configs: new fields get their
 * columns, fields that are gone keep theirs. Throws a ConfigError where records that are there do not fit the config.
 */
export const createTables = (store: Store, collections: readonly Collection[]): Promise<void> =>
  withSchemaLock(store, (transaction) => createTablesWithin(transaction, store.kind, collections));

/** The same within a transaction; what `change` does is done before indexes and the like are made. */
export async function createTablesWithin(
  transaction: CollectionDb,
  kind: DatabaseKind,
  all: readonly Collection[],
  change?: SchemaChange,
): Promise<void> {
  const own = all.filter(({ existingTable }) => !existingTable);
  const collections = includeBins(own);
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
  await refuseFullBins(transaction, own, names);
  await change?.fill();
  await rebuildSearchKeys(transaction, kind, all, found);
  for (const collection of collections) {
    await updateUniqueColumns(transaction, kind, collection, columnsOf(collection) ?? []);
    await createIndexes(transaction, kind, collection);
    await createSearchIndex(transaction, kind, collection);
    await createSummaryTable(transaction, kind, collection);
  }
  await dropFormerSummaries(transaction, kind);
  await createRollupTriggers(transaction, kind, own);
  await createLookupTriggers(transaction, kind, own);
}

async function createTable(db: CollectionDb, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text')
    .execute();
}

async function addColumns(
  db: CollectionDb,
  kind: DatabaseKind,
  collection: Collection,
  found: readonly string[],
  change: SchemaChange | undefined,
) {
  const add = (name: string, type: string) => {
    const standard = change?.getDefault(collection, name);
    return sql`alter table ${sql.table(collection.table)} add column ${sql.ref(name)} ${sql.raw(type)} ${standard ? sql`default ${standard}` : sql``}`.execute(
      db,
    );
  };
  for (const { valueColumn, keyColumn, linkTable, codec, system } of collection.columns) {
    if (linkTable || system) continue;
    if (!found.includes(valueColumn)) await add(valueColumn, codec.columnType);
    if (keyColumn && !found.includes(keyColumn)) await add(keyColumn, getTextType(kind));
  }
  for (const [column, type] of Object.entries(collection.orphanedColumns ?? {}))
    if (!found.includes(column)) await add(column, type === 'text' ? getTextType(kind) : type);
}

/** A bin with records in it does not vanish with the key that made it. */
async function refuseFullBins(db: CollectionDb, collections: readonly Collection[], there: readonly string[]) {
  for (const { bin, table, resource } of collections) {
    const name = getBinTable(table);
    if (bin || !there.includes(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new ConfigError([
        `src/resources/${resource.name}.ts: softDelete: found nothing, expected true, as there are records in its bin. Restore them or delete them for good first.`,
      ]);
  }
}

/** Sorted by code point on both databases. */
const getTextType = (kind: DatabaseKind) => (kind === 'postgres' ? 'text collate "C"' : 'text');

/** Makes what keeps values unique where a config asks for it now, and takes it away where it no longer does. */
async function updateUniqueColumns(
  db: CollectionDb,
  kind: DatabaseKind,
  collection: Collection,
  found: readonly string[],
) {
  const { table, columns, resource } = collection;
  for (const column of columns.filter(({ linkTable, system }) => !linkTable && !system)) {
    const { name, valueColumn, uniqueColumn } = column;
    const keeps = getUniqueColumn({ storage: column.storage, value: column.valueColumn });
    const given = getIndexName(table, keeps);
    if (!uniqueColumn && found.includes(keeps)) {
      await db.schema.dropIndex(given).ifExists().execute();
      await db.schema.alterTable(table).dropColumn(keeps).execute();
    }
    if (!uniqueColumn) continue;
    if (!found.includes(uniqueColumn)) {
      await sql`alter table ${sql.table(table)} add column ${sql.ref(uniqueColumn)} ${sql.raw(getTextType(kind))}`.execute(
        db,
      );
      await fillUniqueColumn(db, kind, table, valueColumn, uniqueColumn);
    }
    await refuseDuplicates(db, table, uniqueColumn, `src/resources/${resource.name}.ts: fields.${name}.unique`);
    await sql`create unique index if not exists ${sql.ref(given)} on ${sql.table(table)} (${sql.ref(uniqueColumn)})`.execute(
      db,
    );
  }
}

/** A field that became unique after records were there. */
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
