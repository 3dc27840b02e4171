import type { FileRule } from '../../../wire/call.ts';
import { HttpError } from '../../base/httpError.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import { isUploadPath, type SavedFile } from '../../files/fileStore.ts';
import type { Services } from '../../services.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionDb, toSchemaDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { isUpload, toUploadDb } from '../tables/uploadTable.ts';

/** Files of a field whose config names no number. */
const DEFAULT_MAX_FILES = 10;
/** Milliseconds an upload is kept that no record names. */
const UNCLAIMED_LIFETIME_MS = 24 * 3_600_000;

const getMaxFiles = ({ storage, field }: Column) =>
  storage === 'file' ? 1 : Number((field as { most?: number }).most ?? DEFAULT_MAX_FILES);

/** What may be uploaded for a collection, by field; undefined where it has no files. */
export function getUploadRules({ columns }: Collection): Record<string, FileRule> | undefined {
  const rules = columns
    .filter(isUpload)
    .map((column): [string, FileRule] => [
      column.name,
      { accepts: column.storage === 'file' ? 'image' : 'document', most: getMaxFiles(column) },
    ]);
  return rules.length > 0 ? Object.fromEntries(rules) : undefined;
}

/** Notes uploads, whose files are kept already, and gives their addresses by field. Old ones that no record names go. */
export async function registerUploads(
  { services, collection, account }: OperationContext,
  uploads: Record<string, SavedFile[]>,
): Promise<Record<string, string[]>> {
  const db = toUploadDb(services.db);
  const now = Date.now();
  const owner = { resource: collection.resource.name, account_id: account.id, record_id: null, created_at: now };
  const rows = Object.entries(uploads).flatMap(([field, files]) => files.map((file) => ({ ...file, ...owner, field })));
  if (rows.length > 0) await db.insertInto('collection_files').values(rows).execute();
  const forgotten = await db
    .deleteFrom('collection_files')
    .where('record_id', 'is', null)
    .where('created_at', '<', now - UNCLAIMED_LIFETIME_MS)
    .returning('path')
    .execute();
  await services.files.discard(forgotten.map(({ path }) => path));
  // They are nobody's yet; whoever sent them may look at them.
  const own = { resource: collection.resource.name, id: account.id, as: 'documents' } as const;
  const sign = (file: SavedFile) => services.files.createUrl(file, own, account);
  return Object.fromEntries(Object.entries(uploads).map(([field, files]) => [field, files.map(sign)]));
}

/** What the person called a file who sent it. */
export async function findUploadName(db: Services['db'], path: string): Promise<string | undefined> {
  const rows = toUploadDb(db).selectFrom('collection_files').select('name').where('path', '=', path);
  return (await rows.executeTakeFirst())?.name;
}

/** The file an address names, whether it is still good or not; undefined where it names none of ours. */
function parseUploadPath(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? (value.split('?')[0] ?? '').split('/') : [];
  return parts.find(isUploadPath);
}

/**
 * Puts paths for the addresses in a record's values, and marks those files as the record's. Throws a Refusal (400) for
 * a file that is neither the record's own nor sent by this person for this field. Gives the files that were replaced,
 * to be discarded once the change is done.
 */
export async function claimUploads(
  db: CollectionDb,
  scene: OperationContext,
  recordId: string,
  values: RecordValues,
): Promise<string[]> {
  const { collection, account } = scene;
  const table = toUploadDb(db);
  const freed: string[] = [];
  for (const column of collection.columns.filter((one) => isUpload(one) && Object.hasOwn(values, one.name))) {
    const { name: field, storage } = column;
    const sent = [values[field] ?? []].flat();
    const paths = [...new Set(sent.map((one) => parseUploadPath(one)))].filter((path) => path !== undefined);
    if (paths.length < sent.length) throw HttpError.forField(field, 400, 'validation.invalid');
    if (paths.length > getMaxFiles(column))
      throw HttpError.forField(field, 400, 'server.fileTooMany', { most: getMaxFiles(column) });
    const ours = table.selectFrom('collection_files').where('resource', '=', collection.resource.name);
    const recorded = await ours
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
    values[field] = storage === 'files' ? paths : (paths[0] ?? null);
  }
  if (freed.length > 0) await table.deleteFrom('collection_files').where('path', 'in', freed).execute();
  return freed;
}

/** Forgets deleted records' files and gives their paths, to be discarded once the change is done. */
export async function releaseUploads(db: CollectionDb, recordIds: readonly string[]): Promise<string[]> {
  const some = expandJsonTexts(toSchemaDb(db), JSON.stringify(recordIds));
  const rows = await toUploadDb(db)
    .deleteFrom('collection_files')
    .where('record_id', 'in', some)
    .returning('path')
    .execute();
  return rows.map(({ path }) => path);
}
