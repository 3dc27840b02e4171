import { isDeepStrictEqual } from 'node:util';
import { getAction, isActionAvailable, type NamedAction } from '../../../config/actions.ts';
import { resolveValue, type ValueContext } from '../../../config/dynamicValues.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { mayWrite } from '../../../config/rights.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import type { Publish } from '../../outbox/transact.ts';
import { parseEntries } from '../access/fieldAccess.ts';
import { findRows } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord, readCurrentRecords } from '../write/childRecords.ts';
import { createComputeContext } from '../write/defaultValues.ts';
import { canUpdateInBulk, type PendingUpdate, prepareUpdates } from '../write/prepareUpdates.ts';
import { applyUpdate } from '../write/writeRecord.ts';
import { lockRow, lockRows, noteChange, refuseStale, runInTransaction } from '../write/writeTransaction.ts';

/** Records that an action changes at a time. */
const MAX_ACTION_RECORDS = 500;
/** Records that are not worth a thread of their own (frame/server/db/workerTransaction.ts). */
const WORKER_THRESHOLD = 100;

/** What a person may fill in for an action. */
const getActionEntries = ({ collection: { resource }, account }: OperationContext, { roleInputs: asks }: NamedAction) =>
  asks.filter(({ field }) => mayWrite(resource, account.role, field));

/** Does the action with one record, held in this transaction. Throws a Refusal as `runAction` does. */
export async function runActionWithin(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  action: NamedAction,
  id: string,
  sent: RecordValues,
) {
  return runActionOnRow(scene, db, publish, action, await lockRow(scene, db, id), sent);
}

/** The same with a record that is held already. */
export async function runActionOnRow(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  action: NamedAction,
  row: CollectionRow,
  sent: RecordValues,
) {
  refuseImpossibleAction(scene, action, row);
  refuseStale(row, sent);
  const values = getActionValues(scene, action, parseActionInput(scene, action, sent), row);
  return applyUpdate(scene, db, publish, { row, values, entries: mapActionEntries(scene, action), action });
}

function refuseImpossibleAction({ collection }: OperationContext, action: NamedAction, row: CollectionRow): void {
  const { resource } = collection;
  const current = toRecordValues(collection, row);
  if (isActionAvailable(resource, action, current)) return;
  const state = String(current[resource.states?.field ?? ''] ?? '');
  throw action.from ? new HttpError(409, `server.wrongState|${state}`) : new HttpError(409, 'server.stale');
}

/** What was filled in for an action, checked: of many records the same for all. */
function parseActionInput(scene: OperationContext, action: NamedAction, sent: RecordValues): RecordValues {
  const asked = getActionEntries(scene, action).filter(({ field, required }) => required || Object.hasOwn(sent, field));
  return parseEntries(scene.collection.resource, asked, sent, {});
}

/** With what the action sets of itself. */
function getActionValues(
  scene: OperationContext,
  { values: set }: NamedAction,
  filled: RecordValues,
  row: CollectionRow,
  about: Omit<ValueContext, 'values'> = createComputeContext(scene, {}),
): RecordValues {
  const all = { ...about, values: { ...toRecordValues(scene.collection, row), ...filled } };
  return {
    ...filled,
    ...Object.fromEntries(Object.entries(set).map(([name, one]) => [name, resolveValue(one, all) ?? null])),
  };
}

const mapActionEntries = (scene: OperationContext, action: NamedAction) =>
  new Map<string, EntryConfig<string>>(getActionEntries(scene, action).map((entry) => [entry.field, entry]));

const getNamedAction = ({ collection, account }: OperationContext, name: string): NamedAction =>
  getAction(collection.resource, name, account.role) as NamedAction;

/**
 * Does a named action or transition with one record and gives it as it is now. Throws a Refusal: 404, 400 at invalid
 * fields, 409 where the record is in another state or was changed since `version`.
 */
export async function runAction(
  scene: OperationContext,
  name: string,
  id: string,
  sent: RecordValues,
): Promise<RecordValues> {
  const { row: changed, freedFiles: freed } = await runInTransaction(scene, async (db, publish) => {
    const done = await runActionWithin(scene, db, publish, getNamedAction(scene, name), id, sent);
    await noteChange(scene, db, id, done.fields);
    return done;
  });
  await scene.services.files.discard(freed);
  return readCurrentRecord(scene, changed);
}

/**
 * Does a named action with many records in one transaction and gives them as they are now, in their order. Throws a
 * Refusal where one of them cannot: nothing is changed then, and `errors` says by id what is wrong with which.
 */
export async function runActionOnMany(
  scene: OperationContext,
  name: string,
  sent: RecordValues,
): Promise<RecordValues[]> {
  const { ids, values = {} } = sent;
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string');
  if (!isList || values === null || typeof values !== 'object') throw new HttpError(400, 'server.badRequest');
  if (ids.length > MAX_ACTION_RECORDS)
    throw new HttpError(400, 'server.tooManyRecords', { args: { most: MAX_ACTION_RECORDS } });
  // Always in one order: two people who change the same records wait for each other, and never both.
  const requested = [...new Set(ids as string[])].toSorted();
  const { version: _, ...asked } = values as RecordValues;
  const action = getNamedAction(scene, name);
  const rows = await (canUpdateInBulk(scene, action) ? runInBulk : runOneByOne)(scene, action, requested, asked);
  return readCurrentRecords(scene, rows);
}

/** Does `one` with each of them, and throws a Refusal that says by id which of them could not be changed. */
async function collectRefusals(requested: readonly string[], one: (id: string) => void | Promise<void>): Promise<void> {
  const refused: [string, HttpError][] = [];
  for (const id of requested) {
    try {
      await one(id);
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      // A wrong value and a missing proof concern all records alike.
      if (cause.status === 400 || cause.details.data) throw cause;
      refused.push([id, cause]);
    }
  }
  const [first] = refused;
  if (!first) return;
  const errors = Object.fromEntries(refused.map(([id, { message }]) => [id, message]));
  const args = { count: refused.length, of: requested.length };
  throw new HttpError(first[1].status, 'server.nothingChanged', { args, errors });
}

type ActionOnMany = (
  scene: OperationContext,
  action: NamedAction,
  requested: readonly string[],
  asked: RecordValues,
) => Promise<CollectionRow[]>;

const runOneByOne: ActionOnMany = (scene, action, requested, asked) =>
  runInTransaction(scene, async (db, publish) => {
    const done: CollectionRow[] = [];
    const fields = new Set<string>();
    await collectRefusals(requested, async (id) => {
      const one = await runActionWithin(scene, db, publish, action, id, asked);
      done.push(one.row);
      for (const field of one.fields) fields.add(field);
    });
    await noteChange(scene, db, [...requested], [...fields]);
    return done;
  });

/** Whether rows are as they were; those that a thread reads are plain objects, others have no prototype. */
const areSameRows = (rows: readonly CollectionRow[], before: readonly CollectionRow[]) =>
  rows.length === before.length && rows.every((row, at) => isDeepStrictEqual({ ...row }, { ...before[at] }));

/** Checks all of them before the transaction; where one was changed meanwhile, once more within it. */
const runInBulk: ActionOnMany = async (scene, action, requested, asked) => {
  const { services, collection, account } = scene;
  const entries = mapActionEntries(scene, action);
  const prepare = async (found: readonly CollectionRow[]) => {
    const byId = new Map(found.map((row) => [row.id, row]));
    const about = createComputeContext(scene, {});
    const rest = createEventLoopYield();
    const all: PendingUpdate[] = [];
    let filled: RecordValues | undefined;
    await collectRefusals(requested, async (id) => {
      await rest();
      const row = byId.get(id);
      if (!row) throw notFound();
      refuseImpossibleAction(scene, action, row);
      filled ??= parseActionInput(scene, action, asked);
      all.push({ row, values: getActionValues(scene, action, filled, row, about) });
    });
    return prepareUpdates(scene, all, { action, entries });
  };
  const found = await findRows(toCollectionDb(services.db), services, collection, requested, account);
  const prepared = await prepare(found);
  const long = requested.length > WORKER_THRESHOLD;
  return runInTransaction(
    scene,
    async (db, publish) => {
      const held = [...(await lockRows(scene, db, requested)).values()];
      const { rows, fields, write } = areSameRows(held, found) ? prepared : await prepare(held);
      await write(db, publish);
      await noteChange(scene, db, [...requested], fields);
      return rows;
    },
    { long },
  );
};
