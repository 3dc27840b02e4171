import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { withComputed } from '../../../config/given.ts';
import { binDays, binRoles } from '../../../config/softDelete.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import { MANAGERS } from '../../../wire/roles.ts';
import { daily } from '../../base/daily.ts';
import { notFound, Refusal } from '../../base/refusal.ts';
import type { Account } from '../../http/handler.ts';
import { transact } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import { audienceOf } from '../access/rowRules.ts';
import { findRow } from '../read/findRecords.ts';
import type { Scene } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, collectionDb, type Row } from '../schema/collectionDb.ts';
import { type Values, valuesOf } from '../schema/recordRow.ts';
import { areThere } from '../write/checkReferences.ts';
import { recordOf } from '../write/childRecords.ts';
import { deleteRow } from '../write/deleteCascade.ts';
import { keepHistory, RESTORED } from '../write/recordHistory.ts';
import { afterChange, beforeChange } from '../write/runHooks.ts';
import { groupsAlong, moveAlong, moveRows } from '../write/trashCascade.ts';
import { innerOf } from '../write/writeRecord.ts';
import { changing, noted, publishChange, refuseStale, refuseUnseen } from '../write/writeTransaction.ts';

const DAY = 86_400_000;
/** Records that are deleted for good in one transaction. */
const PORTION = 100;

/** The scene of what is in the bin. */
export function inBin(scene: Scene): Scene {
  const { bin } = scene.collection;
  if (!bin) throw notFound();
  return { ...scene, collection: bin };
}

async function binned(scene: Scene, db: CollectionDb, id: string): Promise<{ bin: Collection; row: Row }> {
  const { services, account } = scene;
  const bin = inBin(scene).collection;
  const row = await findRow(db, services, bin, id, account, true);
  if (!row) throw notFound();
  return { bin, row };
}

/**
 * Values without references to what was deleted for good meanwhile. Throws a Refusal (409) at a field that says
 * otherwise, or that must not be empty.
 */
async function stillThere({ services, collection }: Scene, db: CollectionDb, values: Values): Promise<Values> {
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
    const found = await Promise.all(held.map((one) => areThere(db, services, undefined, [to, value, [one]])));
    if (found.every(Boolean)) continue;
    if (onDelete !== 'clear' || required) throw Refusal.at(name, 409, 'server.noSuchRecord');
    kept[name] = Array.isArray(values[name]) ? held.filter((_, at) => found[at]) : null;
  }
  return withComputed(collection.resource, kept);
}

/** Takes a record out of the bin. Throws a Refusal: 404, or 409 where it no longer fits among those that are there. */
export async function restoreDeleted(scene: Scene, id: string, sent: Values): Promise<Values> {
  const { services, collection, account } = scene;
  const restored = await changing(scene, async (db, publish) => {
    const { bin, row } = await binned(scene, db, id);
    refuseStale(row, sent);
    const before = valuesOf(bin, row);
    const complete = await stillThere(scene, db, before);
    const change = { hooked: 'change', id: row.id, before, action: RESTORED } as const;
    const values = {
      ...complete,
      ...(await beforeChange(innerOf(scene, db, publish), { ...change, values: complete })),
    };
    const all = [{ row, values }];
    const zone = services.config.timeZone;
    const move = { from: bin, to: collection, all, by: account.id, zone, at: Date.now() };
    const [moved = row] = await moveRows(db, move);
    await moveAlong(scene, db, publish, await groupsAlong(scene, db, moved, Number(row.changed_at)));
    await refuseUnseen(db, scene, row.id);
    publishChange(publish, scene, row.id, 'create', ...(await audienceOf(db, collection, moved)));
    const done = { ...change, values: valuesOf(collection, moved) };
    await keepHistory(scene, db, done, moved.version);
    await afterChange(innerOf(scene, db, publish), done);
    scene.done.push({ ...done, collection });
    await noted(scene, db, row.id);
    return moved;
  });
  return recordOf(scene, restored);
}

/** Deletes a record of the bin for good and gives it as it was. Throws a Refusal: 404, or 409 while others refer to it. */
export async function deleteForGood(scene: Scene, id: string): Promise<Values> {
  const { services, account } = scene;
  const { record, paths } = await changing(scene, async (db, publish) => {
    const { bin, row } = await binned(scene, db, id);
    const gone = await recordOf(inBin(scene), row, db);
    const { also, paths: freed } = await deleteRow({ services, db, account, publish }, bin, row);
    await noted(scene, db, row.id, [], also);
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
    const days = binDays(resource);
    if (!bin || !days) continue;
    for (let last = ''; ; ) {
      const { rows } = await sql<Row>`select * from ${sql.table(bin.table)}
        where changed_at < ${now - days * DAY} and id > ${last} order by id limit ${PORTION}`.execute(
        collectionDb(services.db),
      );
      for (const row of rows) deleted += (await eraseOld(services, collection, bin, row, now)) ? 1 : 0;
      last = rows.at(-1)?.id ?? last;
      if (rows.length < PORTION) break;
    }
  }
  return deleted;
}

async function eraseOld(services: Services, collection: Collection, bin: Collection, row: Row, now: number) {
  const [role] = [...MANAGERS, ...(binRoles(collection.resource)?.see ?? [])];
  if (!role) return false;
  const account: Account = { id: String(row.changed_by), role, sessionId: '', reauthenticatedAt: 0 };
  const { name: resource } = collection.resource;
  try {
    const paths = await transact(services, async (trx, publish) => {
      const done = await deleteRow({ services, db: collectionDb(trx), account, publish }, bin, row);
      const by = { at: now, accountId: null, address: '' };
      const all = [{ operation: 'delete' as const, resource, recordId: row.id, fields: [] }, ...done.also];
      await services.audit.within(
        trx,
        all.map(({ operation, resource: of, recordId }) => ({
          ...by,
          operation,
          resource: of,
          recordId,
          details: { fields: [], reason: 'retention' },
        })),
      );
      return done.paths;
    });
    await services.files.discard(paths);
    return true;
  } catch (cause) {
    if (cause instanceof Refusal) return false;
    throw cause;
  }
}

/** Empties bins as their configs say, from the start on and daily. */
export const keepBins = (services: Services, log: FastifyBaseLogger) =>
  daily(log, {
    run: () => emptyBins(services),
    report(deleted) {
      if (deleted > 0) log.info({ deleted }, 'records that lay in a bin for longer than its days were deleted');
    },
    failed: 'bins could not be emptied',
  });
