import type { Kysely } from 'kysely';
import type { Services } from '../services.ts';
import type { CollectionDb } from './tables.ts';

/** A version of a record: what a change made different, as JSON by field. */
export interface HistoryRow {
  id: string;
  resource: string;
  record_id: string;
  version: number;
  at: number;
  account_id: string;
  action: string;
  before: string;
  after: string;
}
type HistoryDb = Kysely<{ collection_history: HistoryRow }>;
export const historyDb = (db: CollectionDb | Services['db']) => db as unknown as HistoryDb;

export async function makeHistoryTable(db: CollectionDb): Promise<void> {
  await db.schema
    .createTable('collection_history')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .execute();
  const index = db.schema.createIndex('collection_history_record').ifNotExists().on('collection_history');
  await index.columns(['record_id', 'version']).execute();
}
