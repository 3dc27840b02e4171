import type { RecordValues } from '../schema/recordRow.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { getDb, type ReadContext } from './operationContext.ts';

/** Replaces the file paths in records by URLs signed for the reader's session, and adds `fileNames`. */
export async function signUploads(context: ReadContext, records: readonly RecordValues[]): Promise<void> {
  const { services, collection, account } = context;
  const uploads = collection.columns.filter(isUpload);
  if (uploads.length === 0 || records.length === 0) return;
  const ids = records.map(({ id }) => String(id));
  const query = getDb(context).selectFrom('collection_files').selectAll().where('record_id', 'in', ids);
  // Existing tables keep their own files, which have no rows in collection_files.
  const found = collection.existingTable ? [] : await query.execute();
  const files = new Map(found.map((file) => [file.path, file]));
  for (const record of records) {
    const names: [string, string][] = [];
    for (const { name, storage } of uploads) {
      const as = storage === 'file' ? 'photos' : 'documents';
      const owner = { resource: collection.resource.name, id: String(record.id), as } as const;
      const sign = (path: unknown) => {
        const file = files.get(String(path)) ?? { path: String(path) };
        if ('name' in file) names.push([file.path, file.name]);
        return services.files.createUrl(file, owner, account);
      };
      const value = record[name];
      if (value) record[name] = Array.isArray(value) ? value.map(sign) : sign(value);
    }
    if (names.length > 0) record.fileNames = Object.fromEntries(names);
  }
}
