import { type RawBuilder, sql, type Transaction } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import type { DatabaseKind, Store } from '../../db/openDatabase.ts';
import { makeMade } from '../derived/derivedTables.ts';
import { makeLookups } from '../derived/lookupColumns.ts';
import { foldAnew } from '../derived/rebuildSearchKeys.ts';
import { makeRollups } from '../derived/rollupColumns.ts';
import { makeSearchIndex } from '../derived/searchIndex.ts';
import { dropFormerSums, makeCounts } from '../derived/summaryTriggers.ts';
import { writeRows } from '../schema/bulkRows.ts';
import { binTable, type Collection, indexName, uniqueFor, withBins } from '../schema/collection.ts';
import { type CollectionDb, collectionDb, type Row } from '../schema/collectionDb.ts';
import { uniqueKey } from '../schema/sortKeys.ts';
import { makeIndexes } from './createIndexes.ts';
import { makeHistoryTable } from './historyTable.ts';
import { makeLinkTables } from './linkTables.ts';
import { makeUploadTable } from './uploadTable.ts';

/** Any number, the same for all servers: of several that start at a time one changes the tables, the others wait. */
const LOCK = 7_204_911;

/** Records that are looked at at a time. */
const PAGE = 1000;

/** Does something with the tables in one transaction; of several servers that start at a time one does, the others wait. */
export const inTurn = <T>({ db, kind }: Store, work: (transaction: Transaction<Record<string, Row>>) => Promise<T>) =>
  collectionDb(db)
    .transaction()
    .execute(async (transaction) => {
      if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
      return work(transaction);
    });

/** What changes the records that are there, on the way from the tables' columns to what is made of them. */
interface Change {
  /** What a new column holds in the rows that are there, as SQL. */
  standard(collection: Collection, column: string): RawBuilder<unknown> | undefined;
  fill(): Promise<void>;
}

/**
 * Makes the collections' tables, and brings those that are there up to date with their configs: new fields get their
 * columns, fields that are gone keep theirs. Throws a ConfigError where records that are there do not fit the config.
 */
export const makeTables = (store: Store, collections: readonly Collection[]): Promise<void> =>
  inTurn(store, (transaction) => makeAll(transaction, store.kind, collections));

/** The same within a transaction; what `change` does is done before indexes and the like are made. */
export async function makeAll(
  transaction: CollectionDb,
  kind: DatabaseKind,
  all: readonly Collection[],
  change?: Change,
): Promise<void> {
  const own = all.filter(({ placed }) => !placed);
  const collections = withBins(own);
  await makeUploadTable(transaction);
  await makeMade(transaction);
  await makeHistoryTable(transaction);
  const found = await transaction.introspection.getTables();
  const columnsOf = ({ table }: Collection) =>
    found.find(({ name }) => name === table)?.columns.map(({ name }) => name);
  for (const collection of collections) {
    const columns = columnsOf(collection);
    if (!columns) await makeTable(transaction, collection.table);
    await addColumns(transaction, kind, collection, columns ?? [], change);
  }
  const names = found.map(({ name }) => name);
  await makeLinkTables(transaction, kind, own, names);
  await refuseFullBins(transaction, own, names);
  await change?.fill();
  await foldAnew(transaction, kind, all, found);
  for (const collection of collections) {
    await keepUnique(transaction, kind, collection, columnsOf(collection) ?? []);
    await makeIndexes(transaction, kind, collection);
    await makeSearchIndex(transaction, kind, collection);
    await makeCounts(transaction, kind, collection);
  }
  await dropFormerSums(transaction, kind);
  await makeRollups(transaction, kind, own);
  await makeLookups(transaction, kind, own);
}

async function makeTable(db: CollectionDb, table: string): Promise<void> {
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
  change: Change | undefined,
) {
  const add = (name: string, type: string) => {
    const standard = change?.standard(collection, name);
    return sql`alter table ${sql.table(collection.table)} add column ${sql.ref(name)} ${sql.raw(type)} ${standard ? sql`default ${standard}` : sql``}`.execute(
      db,
    );
  };
  for (const { value, key, links, keeping, system } of collection.columns) {
    if (links || system) continue;
    if (!found.includes(value)) await add(value, keeping.column);
    if (key && !found.includes(key)) await add(key, textType(kind));
  }
  for (const [column, type] of Object.entries(collection.unseen ?? {}))
    if (!found.includes(column)) await add(column, type === 'text' ? textType(kind) : type);
}

/** A bin with records in it does not vanish with the key that made it. */
async function refuseFullBins(db: CollectionDb, collections: readonly Collection[], there: readonly string[]) {
  for (const { bin, table, resource } of collections) {
    const name = binTable(table);
    if (bin || !there.includes(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new ConfigError([
        `src/resources/${resource.name}.ts: softDelete: found nothing, expected true, as there are records in its bin. Restore them or delete them for good first.`,
      ]);
  }
}

/** Sorted by code point on both databases. */
const textType = (kind: DatabaseKind) => (kind === 'postgres' ? 'text collate "C"' : 'text');

/** Makes what keeps values unique where a config asks for it now, and takes it away where it no longer does. */
async function keepUnique(db: CollectionDb, kind: DatabaseKind, collection: Collection, found: readonly string[]) {
  const { table, columns, resource } = collection;
  for (const column of columns.filter(({ links, system }) => !links && !system)) {
    const { name, value, unique } = column;
    const keeps = uniqueFor(column);
    const given = indexName(table, keeps);
    if (!unique && found.includes(keeps)) {
      await db.schema.dropIndex(given).ifExists().execute();
      await db.schema.alterTable(table).dropColumn(keeps).execute();
    }
    if (!unique) continue;
    if (!found.includes(unique)) {
      await sql`alter table ${sql.table(table)} add column ${sql.ref(unique)} ${sql.raw(textType(kind))}`.execute(db);
      await fillUnique(db, kind, table, value, unique);
    }
    await refuseDoubles(db, table, unique, `src/resources/${resource.name}.ts: fields.${name}.unique`);
    await sql`create unique index if not exists ${sql.ref(given)} on ${sql.table(table)} (${sql.ref(unique)})`.execute(
      db,
    );
  }
}

/** A field that became unique after records were there. */
async function fillUnique(
  db: CollectionDb,
  kind: DatabaseKind,
  table: string,
  value: string,
  unique: string,
): Promise<void> {
  for (let last = ''; ; ) {
    const after = db.selectFrom(table).select(['id', value]).where('id', '>', last);
    const rows = await after.where(sql.ref(value), 'is not', null).orderBy('id').limit(PAGE).execute();
    const keys = rows.map((row) => [String(row.id), { [unique]: uniqueKey(row[value]) }] as const);
    await writeRows(db, kind, table, [[unique, 'text']], keys);
    if (rows.length < PAGE) return;
    last = String(rows.at(-1)?.id);
  }
}

async function refuseDoubles(db: CollectionDb, table: string, unique: string, place: string): Promise<void> {
  const column = sql.ref(unique);
  const { rows } = await sql<{ value: string }>`select ${column} as value from ${sql.table(table)}
    where ${column} is not null group by ${column} having count(*) > 1 limit 1`.execute(db);
  if (rows[0]) throw new ConfigError([`${place}: found records that share "${rows[0].value}", expected none.`]);
}
