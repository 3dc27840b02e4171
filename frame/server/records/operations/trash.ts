import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { computeFields } from '../../../config/dynamicValues.ts';
import { getBinDays, getBinRoles } from '../../../config/softDelete.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import { MANAGERS } from '../../../wire/roles.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import { runDaily } from '../../base/recurringJobs.ts';
import type { Account } from '../../http/callHandler.ts';
import { transact } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import { findAudience } from '../access/rowRules.ts';
import { findRow } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { recordsExist } from '../write/checkReferences.ts';
import { readCurrentRecord } from '../write/childRecords.ts';
import { deleteWithCascade } from '../write/deleteCascade.ts';
import { RESTORED_ACTION, saveVersion } from '../write/recordHistory.ts';
import { runAfterHook, runBeforeHook } from '../write/runHooks.ts';
import { findBinGroups, moveBinGroups, moveRows } from '../write/trashCascade.ts';
import { createHookTransaction } from '../write/writeRecord.ts';
import {
  noteChange,
  publishChange,
  refuseInvisibleRecord,
  refuseStale,
  runInTransaction,
} from '../write/writeTransaction.ts';

const MS_PER_DAY = 86_400_000;
/** Records that are deleted for good in one transaction. */
const ERASE_BATCH_SIZE = 100;

/** The scene of what is in the bin. */
export function toBinContext(scene: OperationContext): OperationContext {
  const { bin } = scene.collection;
  if (!bin) throw notFound();
  return { ...scene, collection: bin };
}

async function findBinnedRow(
  scene: OperationContext,
  db: CollectionDb,
  id: string,
): Promise<{ bin: Collection; row: CollectionRow }> {
  const { services, account } = scene;
  const bin = toBinContext(scene).collection;
  const row = await findRow(db, services, bin, id, account, true);
  if (!row) throw notFound();
  return { bin, row };
}

/**
 * Values without references to what was deleted for good meanwhile. Throws a Refusal (409) at a field that says
 * otherwise, or that must not be empty.
 */
async function clearMissingReferences(
  { services, collection }: OperationContext,
  db: CollectionDb,
  values: RecordValues,
): Promise<RecordValues> {
  const kept = { ...values };
  for (const { name, field } of collection.columns) {
    const {
      to,
      value = 'id',
      onDelete,
      required,
    } = field as typeof field & {
      to?: string;
      value?: string;
      onDelete?: OnDelete;
    };
    const held = [values[name] ?? []].flat();
    if (!to || held.length === 0) continue;
    const found = await Promise.all(held.map((one) => recordsExist(db, services, undefined, [to, value, [one]])));
    if (found.every(Boolean)) continue;
    if (onDelete !== 'clear' || required) throw HttpError.forField(name, 409, 'server.noSuchRecord');
    kept[name] = Array.isArray(values[name]) ? held.filter((_, at) => found[at]) : null;
  }
  return computeFields(collection.resource, kept);
}

/** Takes a record out of the bin. Throws a Refusal: 404, or 409 where it no longer fits among those that are there. */
export async function restoreDeleted(scene: OperationContext, id: string, sent: RecordValues): Promise<RecordValues> {
  const { services, collection, account } = scene;
  const restored = await runInTransaction(scene, async (db, publish) => {
    const { bin, row } = await findBinnedRow(scene, db, id);
    refuseStale(row, sent);
    const before = toRecordValues(bin, row);
    const complete = await clearMissingReferences(scene, db, before);
    const change = { operation: 'change', id: row.id, before, action: RESTORED_ACTION } as const;
    const values = {
      ...complete,
      ...(await runBeforeHook(createHookTransaction(scene, db, publish), { ...change, values: complete })),
    };
    const records = [{ row, values }];
    const zone = services.config.timeZone;
    const move = { from: bin, to: collection, records: records, by: account.id, zone, at: Date.now() };
    const [moved = row] = await moveRows(db, move);
    await moveBinGroups(scene, db, publish, await findBinGroups(scene, db, moved, Number(row.changed_at)));
    await refuseInvisibleRecord(db, scene, row.id);
    publishChange(publish, scene, row.id, 'create', ...(await findAudience(db, collection, moved)));
    const done = { ...change, values: toRecordValues(collection, moved) };
    await saveVersion(scene, db, done, moved.version);
    await runAfterHook(createHookTransaction(scene, db, publish), done);
    scene.changes.push({ ...done, collection });
    await noteChange(scene, db, row.id);
    return moved;
  });
  return readCurrentRecord(scene, restored);
}

/** Deletes a record of the bin for good and gives it as it was. Throws a Refusal: 404, or 409 while others refer to it. */
export async function deleteForGood(scene: OperationContext, id: string): Promise<RecordValues> {
  const { services, account } = scene;
  const { record, paths } = await runInTransaction(scene, async (db, publish) => {
    const { bin, row } = await findBinnedRow(scene, db, id);
    const gone = await readCurrentRecord(toBinContext(scene), row, db);
    const { alsoChanged: also, freedFiles: freed } = await deleteWithCascade(
      { services, db, account, publish },
      bin,
      row,
    );
    await noteChange(scene, db, row.id, [], also);
    return { record: gone, paths: freed };
  });
  await services.files.discard(paths);
  return record;
}

/** Deletes for good what lies in bins for longer than their configs say; what others still refer to stays. */
export async function emptyBins(services: Services, now = Date.now()): Promise<number> {
  let deleted = 0;
  for (const collection of services.collections) {
    const { bin, resource } = collection;
    const days = getBinDays(resource);
    if (!bin || !days) continue;
    for (let last = ''; ; ) {
      const { rows } = await sql<CollectionRow>`select * from ${sql.table(bin.table)}
        where changed_at < ${now - days * MS_PER_DAY} and id > ${last} order by id limit ${ERASE_BATCH_SIZE}`.execute(
        toCollectionDb(services.db),
      );
      for (const row of rows) deleted += (await eraseExpiredRecord(services, collection, bin, row, now)) ? 1 : 0;
      last = rows.at(-1)?.id ?? last;
      if (rows.length < ERASE_BATCH_SIZE) break;
    }
  }
  return deleted;
}

async function eraseExpiredRecord(
  services: Services,
  collection: Collection,
  bin: Collection,
  row: CollectionRow,
  now: number,
) {
  const [role] = [...MANAGERS, ...(getBinRoles(collection.resource)?.see ?? [])];
  if (!role) return false;
  const account: Account = { id: String(row.changed_by), role, sessionId: '', reauthenticatedAt: 0 };
  const { name: resource } = collection.resource;
  try {
    const paths = await transact(services, async (trx, publish) => {
      const done = await deleteWithCascade({ services, db: toCollectionDb(trx), account, publish }, bin, row);
      const by = { at: now, accountId: null, address: '' };
      const all = [{ operation: 'delete' as const, resource, recordId: row.id, fields: [] }, ...done.alsoChanged];
      await services.audit.appendInTransaction(
        trx,
        all.map(({ operation, resource: of, recordId }) => ({
          ...by,
          operation,
          resource: of,
          recordId,
          details: { fields: [], reason: 'retention' },
        })),
      );
      return done.freedFiles;
    });
    await services.files.discard(paths);
    return true;
  } catch (cause) {
    if (cause instanceof HttpError) return false;
    throw cause;
  }
}

/** Empties bins as their configs say, from the start on and daily. */
export const startBinCleanup = (services: Services, log: FastifyBaseLogger) =>
  runDaily(log, {
    run: () => emptyBins(services),
    report(deleted) {
      if (deleted > 0) log.info({ deleted }, 'records that lay in a bin for longer than its days were deleted');
    },
    failureMessage: 'bins could not be emptied',
  });
