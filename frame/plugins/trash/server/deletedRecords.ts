import { sql } from 'kysely';
import { type Account, HttpError, notFound, type Services, transact } from 'portal-frame/server';
import {
  deleteWithCascade,
  moveFromTrash,
  noteChange,
  type OperationContext,
  pagesById,
  type RecordValues,
  readCurrentRecord,
  refuseStale,
  runInTransaction,
  type WriteContext,
} from 'portal-frame/server/collections';
import { type Collection, type CollectionRow, findRow } from 'portal-frame/server/database';
import { getTrashDays, getTrashRoles } from '../trashConfig.ts';

const MS_PER_DAY = 86_400_000;
/** Records that the cleanup reads at a time. */
const ERASE_BATCH_SIZE = 100;

/** Returns the context of the collection's trash. Throws an HttpError (404) if it has none. */
export function toTrashContext<C extends OperationContext>(context: C): C {
  const { trash } = context.collection;
  if (!trash) throw notFound();
  return { ...context, collection: trash };
}

async function lockTrashedRow(trash: WriteContext, id: string): Promise<CollectionRow> {
  const row = await findRow(trash, id, { lock: true });
  if (!row) throw notFound();
  return row;
}

/** Restores a record from the trash. Throws an HttpError: 404, or 409 at a field that conflicts with current records. */
export async function restoreDeleted(context: OperationContext, id: string, sent: RecordValues): Promise<RecordValues> {
  const restored = await runInTransaction(context, async (write) => {
    const trash = toTrashContext(write);
    const row = await lockTrashedRow(trash, id);
    refuseStale(write, row, sent);
    const current = await moveFromTrash(write, trash.collection, row);
    await noteChange(write, row.id);
    return current;
  });
  return readCurrentRecord(context, restored);
}

/** Deletes a record of the trash for good and returns it. Throws an HttpError: 404, or 409 while others refer to it. */
export async function deleteForGood(context: OperationContext, id: string): Promise<RecordValues> {
  return runInTransaction(context, async (write) => {
    const trash = toTrashContext(write);
    const row = await lockTrashedRow(trash, id);
    const record = await readCurrentRecord(trash, row);
    const { alsoChanged, freedFiles } = await deleteWithCascade(write, trash.collection, row);
    await noteChange(write, row.id, [], alsoChanged);
    write.freedFiles.push(...freedFiles);
    return record;
  });
}

/** Deletes records that have been in the trash longer than its config allows. Returns their number. */
export async function emptyTrash(services: Services, now: number): Promise<number> {
  let deleted = 0;
  for (const collection of services.collections) {
    const { trash, resource } = collection;
    const days = getTrashDays(resource);
    if (!trash || !days) continue;
    const find = async (last: string, size: number) => {
      const query = sql<CollectionRow>`select * from ${sql.table(trash.table)}
        where changed_at < ${now - days * MS_PER_DAY} and id > ${last} order by id limit ${size}`;
      return (await query.execute(services.db)).rows;
    };
    for await (const rows of pagesById(find, ERASE_BATCH_SIZE))
      for (const row of rows) deleted += (await eraseExpiredRecord(services, collection, trash, row, now)) ? 1 : 0;
  }
  return deleted;
}

/** Deletes an expired record for good, without a user. Returns false if a reference refuses. */
async function eraseExpiredRecord(
  services: Services,
  collection: Collection,
  trash: Collection,
  row: CollectionRow,
  now: number,
): Promise<boolean> {
  const [role] = [...services.app.roles.managers, ...(getTrashRoles(collection.resource)?.see ?? [])];
  if (!role) return false;
  const account: Account = { id: String(row.changed_by), role, sessionId: '', reauthenticatedAt: 0 };
  const erased = { operation: 'delete', resource: collection.resource.name, recordId: row.id } as const;
  const details = { fields: [], reason: 'retention' };
  try {
    const paths = await transact(services, async (trx, publish) => {
      const context = { services, db: trx, account, publish };
      const { alsoChanged, freedFiles } = await deleteWithCascade(context, trash, row);
      const entries = [erased, ...alsoChanged].map(({ operation, resource, recordId }) => ({
        ...{ at: now, accountId: null, address: '' },
        ...{ operation, resource, recordId, details },
      }));
      await services.activity.append(trx, entries);
      return freedFiles;
    });
    await services.files.discard(paths);
    return true;
  } catch (cause) {
    if (cause instanceof HttpError) return false;
    throw cause;
  }
}
