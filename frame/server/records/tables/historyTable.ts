import type { Kysely } from 'kysely';
import type { Services } from '../../services.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';

export const HISTORY_TABLE = 'collection_history';
/** Versions as they were before a change of the config converted their values. */
export const HISTORY_BACKUP_TABLE = 'collection_history_was';

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
/** A version as it was before a change of the config converted its values. */
type HistoryBackupRow = Pick<HistoryRow, 'id' | 'record_id' | 'before' | 'after'> & { change: number };
type HistoryDb = Kysely<{ collection_history: HistoryRow; collection_history_was: HistoryBackupRow }>;
export const toHistoryDb = (db: CollectionDb | Services['db']) => db as unknown as HistoryDb;

export async function createHistoryTables(db: CollectionDb): Promise<void> {
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
  await db.schema
    .createTable('collection_history_was')
    .ifNotExists()
    .addColumn('change', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('collection_history_was_key', ['id', 'change'])
    .execute();
  const was = db.schema.createIndex('collection_history_was_record').ifNotExists().on('collection_history_was');
  await was.column('record_id').execute();
}
