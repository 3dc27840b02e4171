import type { Db } from '../../db/databaseSchema.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';

export const HISTORY_TABLE = 'collection_history';
/** Versions before a change of the config converted their values. */
export const HISTORY_BACKUP_TABLE = 'collection_history_was';

/** Creates the table of versions, and that of their values before a change of the config (`collection_history_was`). */
export async function createHistoryTables(db: Db): Promise<void> {
  await createSystemTable(db, HISTORY_TABLE, {
    ...{ id: 'text', resource: 'text', record_id: 'text', version: 'integer', at: 'bigint' },
    ...{ account_id: 'text', action: 'text', before: 'text', after: 'text' },
  });
  const index = db.schema.createIndex('collection_history_record').ifNotExists().on(HISTORY_TABLE);
  await index.columns(['record_id', 'version']).execute();
  await db.schema
    .createTable(HISTORY_BACKUP_TABLE)
    .ifNotExists()
    .addColumn('change', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('collection_history_was_key', ['id', 'change'])
    .execute();
  const backupIndex = db.schema.createIndex('collection_history_was_record').ifNotExists().on(HISTORY_BACKUP_TABLE);
  await backupIndex.column('record_id').execute();
}
