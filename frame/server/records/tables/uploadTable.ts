import type { Db } from '../../db/databaseSchema.ts';
import type { Column } from '../schema/collection.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';

export const isUpload = ({ storage }: Column) => storage === 'file' || storage === 'files';

export async function createUploadTable(db: Db): Promise<void> {
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
