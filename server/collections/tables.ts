import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { ConfigError } from '../../src/config/check.ts';
import { STORAGES } from '../../src/fields/kind.ts';
import { keyOf } from '../store/accounts.ts';
import type { DatabaseKind, Store } from '../store/open.ts';
import { makeCounts } from './counts.ts';
import { makeMade } from './derived.ts';
import { makeHistoryTable } from './historyTable.ts';
import { makeIndexes } from './indexes.ts';
import { makeLinkTables } from './linkTables.ts';
import { type Collection, type Column, indexName } from './plan.ts';
import { makeSearchIndex } from './searchIndex.ts';
import { makeUploadTable } from './uploads.ts';

/** A row of a collection's table, its columns as the plan names them. */
export type Row = Record<string, unknown> & { id: string; version: number };
/** The collections' tables; their names and columns follow from configs, so types know no more of them. */
export type CollectionDb = Kysely<Record<string, Row>> | Transaction<Record<string, Row>>;

export const collectionDb = (db: Store['db'] | CollectionDb) => db as unknown as Kysely<Record<string, Row>>;

/** Any number, the same for all servers: of several that start at a time one changes the tables, the others wait. */
const LOCK = 7_204_911;

/** Texts sort by their first 200 letters: PostgreSQL's indexes hold no long ones. */
export const sortsBy = ({ key, value }: Column): RawBuilder<unknown> =>
  key ? sql`substr(${sql.ref(key)}, 1, 200)` : sql`${sql.ref(value)}`;

/** What a unique value is compared by: texts without case; long ones by their hash, for the index's sake. */
export function uniqueKey(stored: unknown): string | null {
  if (stored === null || stored === undefined) return null;
  const key = keyOf(String(stored));
  return key.length <= 200 ? key : createHash('sha256').update(key).digest('hex');
}

/**
 * Makes the collections' tables, and brings those that are there up to date with their configs: new fields get their
 * columns, fields that are gone keep theirs. Throws a ConfigError where records that are there do not fit the config.
 */
export async function makeTables({ db, kind }: Store, collections: readonly Collection[]): Promise<void> {
  await collectionDb(db)
    .transaction()
    .execute(async (transaction) => {
      if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
      await makeUploadTable(transaction);
      await makeMade(transaction);
      await makeHistoryTable(transaction);
      const found = await transaction.introspection.getTables();
      for (const collection of collections) {
        const columns = found.find(({ name }) => name === collection.table)?.columns.map(({ name }) => name);
        if (!columns) await makeTable(transaction, collection.table);
        await addColumns(transaction, kind, collection, columns ?? []);
        await makeIndexes(transaction, kind, collection);
        await makeSearchIndex(transaction, kind, collection);
        await makeCounts(transaction, kind, collection);
      }
      const names = found.map(({ name }) => name);
      await makeLinkTables(transaction, kind, collections, names);
    });
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

async function addColumns(db: CollectionDb, kind: DatabaseKind, collection: Collection, found: string[]) {
  const { table, columns, resource } = collection;
  for (const column of columns) {
    const { name, value, key, unique, keeping } = column;
    if (!column.system) await refuseOtherStorage(db, collection, column, found);
    if (column.links) continue;
    if (!column.system && !found.includes(value)) {
      await db.schema.alterTable(table).addColumn(value, keeping.column).execute();
    }
    if (key && !found.includes(key)) await addText(db, kind, table, key);
    if (unique && !found.includes(unique)) {
      await addText(db, kind, table, unique);
      await fillUnique(db, table, value, unique);
    }
    const given = indexName(table, `unique_${name}`);
    if (!unique && found.includes(`unique_${name}`)) {
      await db.schema.dropIndex(given).ifExists().execute();
      await db.schema.alterTable(table).dropColumn(`unique_${name}`).execute();
    }
    if (unique) {
      await refuseDoubles(db, table, unique, `src/resources/${resource.name}.ts: fields.${name}.unique`);
      await sql`create unique index if not exists ${sql.ref(given)} on ${sql.table(table)} (${sql.ref(unique)})`.execute(
        db,
      );
    }
  }
}

/** Sorted by code point on both databases. */
const addText = (db: CollectionDb, kind: DatabaseKind, table: string, column: string) =>
  sql`alter table ${sql.table(table)} add column ${sql.ref(column)} text ${sql.raw(kind === 'postgres' ? 'collate "C"' : '')}`.execute(
    db,
  );

/** A kind that keeps its values otherwise would seem to lose those that are there. */
async function refuseOtherStorage(db: CollectionDb, { table, resource }: Collection, column: Column, found: string[]) {
  const { name, storage } = column;
  for (const earlier of STORAGES.filter((one) => one !== storage && found.includes(`${one}_${name}`))) {
    const held =
      await sql`select id from ${sql.table(table)} where ${sql.ref(`${earlier}_${name}`)} is not null limit 1`.execute(
        db,
      );
    if (held.rows.length === 0) continue;
    throw new ConfigError([
      `src/resources/${resource.name}.ts: fields.${name}: found a kind kept as ${storage}, expected one kept as ${earlier}, as its records are. Give the field a new name, or the kind it had.`,
    ]);
  }
}

/** A field that became unique after records were there. */
async function fillUnique(db: CollectionDb, table: string, value: string, unique: string): Promise<void> {
  const rows = await db.selectFrom(table).select(['id', value]).where(sql.ref(value), 'is not', null).execute();
  for (const row of rows) {
    const key = uniqueKey(row[value]);
    await db
      .updateTable(table)
      .set({ [unique]: key })
      .where('id', '=', String(row.id))
      .execute();
  }
}

async function refuseDoubles(db: CollectionDb, table: string, unique: string, place: string): Promise<void> {
  const column = sql.ref(unique);
  const { rows } = await sql<{ value: string }>`select ${column} as value from ${sql.table(table)}
    where ${column} is not null group by ${column} having count(*) > 1 limit 1`.execute(db);
  if (rows[0]) throw new ConfigError([`${place}: found records that share "${rows[0].value}", expected none.`]);
}
