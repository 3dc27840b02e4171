import type { Kysely } from 'kysely';
import type { Services } from '../../services.ts';
import type { Column } from '../schema/collection.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';

/** An upload for a collection: sent first, and held by a record as soon as one names it. */
interface UploadRow {
  path: string;
  name: string;
  size: number;
  resource: string;
  field: string;
  account_id: string;
  record_id: string | null;
  created_at: number;
}
type UploadDb = Kysely<{ collection_files: UploadRow }>;
export const toUploadDb = (db: CollectionDb | Services['db']) => db as unknown as UploadDb;

export const isUpload = ({ storage }: Column) => storage === 'file' || storage === 'files';

export async function createUploadTable(db: CollectionDb): Promise<void> {
  await db.schema
    .createTable('collection_files')
    .ifNotExists()
    .addColumn('path', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = db.schema.createIndex('collection_files_record').ifNotExists().on('collection_files');
  await index.columns(['record_id', 'created_at']).execute();
}
