import type { UrlReader } from '../../files/fileUrls.ts';
import type { Services } from '../../services.ts';
import type { Collection } from '../schema/collection.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { isUpload, toUploadDb } from '../tables/uploadTable.ts';

/** Puts signed addresses for the paths in records' values, for this person's session; `fileNames` holds their names. */
export async function signUploads(
  { db, files }: Services,
  { resource, columns, existingTable: placed }: Collection,
  records: readonly RecordValues[],
  reader: UrlReader,
): Promise<void> {
  const uploads = columns.filter(isUpload);
  if (uploads.length === 0 || records.length === 0) return;
  const ids = records.map(({ id }) => String(id));
  // The files of a table that is there are its own affair; their names are in no table of ours.
  const noted = toUploadDb(db).selectFrom('collection_files').selectAll().where('record_id', 'in', ids);
  const recorded = placed ? [] : await noted.execute();
  const names = new Map(recorded.map((file) => [file.path, file]));
  for (const record of records) {
    const named: [string, string][] = [];
    for (const { name, storage } of uploads) {
      const owner = {
        resource: resource.name,
        id: String(record.id),
        as: storage === 'file' ? 'photos' : 'documents',
      } as const;
      const sign = (path: unknown) => {
        const file = names.get(String(path)) ?? { path: String(path) };
        if ('name' in file) named.push([file.path, file.name]);
        return files.createUrl(file, owner, reader);
      };
      const value = record[name];
      if (value) record[name] = Array.isArray(value) ? value.map(sign) : sign(value);
    }
    if (named.length > 0) record.fileNames = Object.fromEntries(named);
  }
}
