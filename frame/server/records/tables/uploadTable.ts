import type { Kysely } from 'kysely';
import type { Services } from '../../services.ts';
import type { Column } from '../schema/collection.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';

/** An upload. It has no record until one names it. */
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
  await createSystemTable(
    db,
    'collection_files',
    {
      ...{ path: 'text', name: 'text', size: 'bigint', resource: 'text', field: 'text', account_id: 'text' },
      ...{ record_id: 'text', created_at: 'bigint' },
    },
    { primaryKey: 'path', nullable: ['record_id'] },
  );
  const index = db.schema.createIndex('collection_files_record').ifNotExists().on('collection_files');
  await index.columns(['record_id', 'created_at']).execute();
}
