import { isFiles } from '../../../fields/fieldTypes.ts';
import type { FileRule } from '../../../wire/call.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import { isReceived, isUploadPath, type SavedFile } from '../../files/fileStore.ts';
import type { Services } from '../../services.ts';
import { getDb, type OperationContext } from '../read/operationContext.ts';
import type { Collection, Column } from '../schema/collection.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { isUpload } from '../tables/uploadTable.ts';

/** Used if the config sets no limit. */
const DEFAULT_MAX_FILES = 10;
const UNCLAIMED_LIFETIME_MS = 24 * 3_600_000;

const getMaxFiles = ({ field }: Column) => (isFiles(field) ? (field.most ?? DEFAULT_MAX_FILES) : 1);

/** Returns the upload rules of a collection by field; undefined if it has no file fields. */
export function getUploadRules({ columns }: Collection): Record<string, FileRule> | undefined {
  const rules = columns
    .filter(isUpload)
    .map((column): [string, FileRule] => [
      column.name,
      { accepts: column.storage === 'file' ? 'image' : 'document', maxFiles: getMaxFiles(column) },
    ]);
  return rules.length > 0 ? Object.fromEntries(rules) : undefined;
}

/** Registers stored uploads and returns their URLs by field. Discards old uploads without a record. */
export async function registerUploads(
  { services, collection, account }: OperationContext,
  uploads: Record<string, SavedFile[]>,
): Promise<Record<string, string[]>> {
  const db = services.db;
  const now = Date.now();
  const owner = { resource: collection.resource.name, account_id: account.id, record_id: null, created_at: now };
  const rows = Object.entries(uploads).flatMap(([field, files]) => files.map((file) => ({ ...file, ...owner, field })));
  if (rows.length > 0) await db.insertInto('collection_files').values(rows).execute();
  const expired = await db
    .deleteFrom('collection_files')
    .where('record_id', 'is', null)
    .where('created_at', '<', now - UNCLAIMED_LIFETIME_MS)
    .returning('path')
    .execute();
  await services.files.discard(expired.map(({ path }) => path));
  // Until a record claims the files, only the sender may read them.
  const own = { resource: collection.resource.name, id: account.id, as: 'documents' } as const;
  const sign = (file: SavedFile) => services.files.createUrl(file, own, account);
  return Object.fromEntries(Object.entries(uploads).map(([field, files]) => [field, files.map(sign)]));
}

/** Finds the name of a file on the sender's device. */
export async function findUploadName(db: Services['db'], path: string): Promise<string | undefined> {
  const rows = db.selectFrom('collection_files').select('name').where('path', '=', path);
  return (await rows.executeTakeFirst())?.name;
}

/** Returns the path of the file that a URL names, expired or not; undefined if it is not a file of this server. */
export function parseUploadPath(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? (value.split('?')[0] ?? '').split('/') : [];
  return parts.find(isUploadPath);
}

/** The lists of transactions by the files that their records took. A rollback empties the list. */
const claims = new WeakMap<SavedFile, readonly SavedFile[]>();

/** Takes a received file for a record and returns its path. Throws an Error if it has been taken. */
export function claimReceived({ claimedFiles = [] }: OperationContext, file: SavedFile): string {
  if (claims.get(file)?.includes(file))
    throw new Error(`The file "${file.name}" was given twice, expected one field of one record. Receive it again.`);
  claims.set(file, claimedFiles);
  claimedFiles.push(file);
  return file.path;
}

/**
 * Replaces file URLs and received files in the values by paths, and assigns these files to the record. Replaced files are
 * discarded after the commit. Throws an HttpError (400) for a URL of a file that neither belongs to the record nor was
 * uploaded by this user for this field. Existing tables have no list of files: they take received ones only, and replace
 * those of `stored`.
 */
export async function claimUploads(
  context: OperationContext,
  recordId: string,
  values: RecordValues,
  stored: RecordValues = {},
): Promise<void> {
  const { collection, account } = context;
  const table = getDb(context);
  const { name: resource } = collection.resource;
  const freed: string[] = [];
  for (const column of collection.columns.filter((one) => isUpload(one) && Object.hasOwn(values, one.name))) {
    const { name: field, storage } = column;
    const sent = [values[field] ?? []].flat();
    const received = sent.filter((one) => isReceived(one));
    const named = sent.map((one) => (isReceived(one) ? claimReceived(context, one) : parseUploadPath(one)));
    const paths = [...new Set(named)].filter((path) => path !== undefined);
    const isOther = received.some((file) => storage === 'file' && !isReceived(file, 'image'));
    if (paths.length < sent.length || isOther) throw HttpError.forField(field, 400, 'validation.invalid');
    if (paths.length > getMaxFiles(column))
      throw HttpError.forField(field, 400, 'server.fileTooMany', { most: getMaxFiles(column) });
    values[field] = storage === 'files' ? paths : (paths[0] ?? null);
    if (collection.existingTable) {
      if (received.length < paths.length) throw HttpError.forField(field, 400, 'server.noSuchRecord');
      context.freedFiles.push(...([stored[field] ?? []].flat() as string[]));
      continue;
    }
    if (received.length > 0) {
      const owner = { resource, field, account_id: account.id, record_id: recordId, created_at: Date.now() };
      await table
        .insertInto('collection_files')
        .values(received.map((file) => ({ ...file, ...owner })))
        .execute();
    }
    const recorded = await table
      .selectFrom('collection_files')
      .where('resource', '=', resource)
      .where('field', '=', field)
      .where((of) =>
        of.or([
          of('record_id', '=', recordId),
          of.and([of('record_id', 'is', null), of('account_id', '=', account.id)]),
        ]),
      )
      .select(['path', 'record_id'])
      .execute();
    if (!paths.every((path) => recorded.some((one) => one.path === path)))
      throw HttpError.forField(field, 400, 'server.noSuchRecord');
    if (paths.length > 0)
      await table.updateTable('collection_files').set({ record_id: recordId }).where('path', 'in', paths).execute();
    freed.push(...recorded.filter((one) => one.record_id && !paths.includes(one.path)).map(({ path }) => path));
  }
  if (freed.length > 0) await table.deleteFrom('collection_files').where('path', 'in', freed).execute();
  context.freedFiles.push(...freed);
}

/** Deletes the file rows of deleted records and returns the paths to discard after the commit. */
export async function releaseUploads(db: Db, recordIds: readonly string[]): Promise<string[]> {
  const ids = expandJsonTexts(db, JSON.stringify(recordIds));
  const query = db.deleteFrom('collection_files').where('record_id', 'in', ids).returning('path');
  return (await query.execute()).map(({ path }) => path);
}
