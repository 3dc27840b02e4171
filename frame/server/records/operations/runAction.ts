import { isDeepStrictEqual } from 'node:util';
import { findUnmetField, getAction, isInState, listActionNames, type NamedAction } from '../../../config/actions.ts';
import { resolveValue } from '../../../config/computedValues.ts';
import { type EntryConfig, mayDo } from '../../../config/resource.ts';
import { mayWrite } from '../../../config/rights.ts';
import { SYSTEM_ROLE } from '../../../wire/roles.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { requireReauthentication } from '../../http/authenticate.ts';
import { rejectUnknownFields } from '../../http/unknownNames.ts';
import { createMatchContext, parseEntries } from '../access/fieldAccess.ts';
import { findRow, findRows } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { canRunInBulk } from '../write/bulkConditions.ts';
import { readCurrentRecord, readCurrentRecords } from '../write/childRecords.ts';
import { createComputeContext } from '../write/defaultValues.ts';
import { planUpdates, type RecordUpdate } from '../write/planRows.ts';
import { runPrepareHook } from '../write/runHooks.ts';
import { applyUpdate, writeUpdates } from '../write/writeRecords.ts';
import { lockRow, lockRows, noteChange, refuseStale } from '../write/writeTransaction.ts';
import { runInTransaction } from './runInTransaction.ts';

/** Records that one action of a person may change. */
const MAX_ACTION_RECORDS = 500;
/** More records than this run on a worker (frame/server/db/runTransaction.ts). */
const WORKER_THRESHOLD = 100;

/** Returns the inputs of an action that the user may fill in. */
const getActionEntries = ({ collection: { resource }, account }: OperationContext, { roleInputs }: NamedAction) =>
  roleInputs.filter(({ field }) => mayWrite(resource, account.role, field));

const mapActionEntries = (context: OperationContext, action: NamedAction) =>
  new Map<string, EntryConfig<string>>(getActionEntries(context, action).map((entry) => [entry.field, entry]));

/** Runs the `prepare` hook on the current record. Refuses what the action itself would refuse. */
const prepareAction = (context: OperationContext, action: NamedAction, id: string, sent: RecordValues) =>
  runPrepareHook(context, action.to ? 'transition' : 'change', async () => {
    const row = await findRow(context, id);
    if (!row) throw notFound();
    const { values } = toUpdate(context, action, row, sent);
    return { id, values, before: toRecordValues(context.collection, row), action: action.name };
  });

/** Checks an action on a row, and returns the update that it makes. */
function toUpdate(
  context: OperationContext,
  action: NamedAction,
  row: CollectionRow,
  sent: RecordValues,
): RecordUpdate {
  refuseImpossibleAction(context, action, row);
  checkVersion(context, action, row, sent);
  const input = parseActionInput(context, action, sent);
  const values = getActionValues(context, action, input, row);
  return { row, values, sent: input, entries: mapActionEntries(context, action), action };
}

function refuseImpossibleAction({ collection, account }: OperationContext, action: NamedAction, row: CollectionRow) {
  const { resource } = collection;
  const current = toRecordValues(collection, row);
  const state = String(current[resource.states?.field ?? ''] ?? '');
  if (!isInState(resource, action, current)) throw new HttpError(409, `server.wrongState|${state}`);
  if (findUnmetField(resource, action, current, createMatchContext(collection, account)) !== undefined)
    throw new HttpError(409, 'server.stale');
}

/** Refuses a version other than the record's, and a missing one if the action requires it. */
function checkVersion(context: OperationContext, action: NamedAction, row: CollectionRow, sent: RecordValues): void {
  const isPerson = !context.isHook && context.account.role !== SYSTEM_ROLE;
  if (action.requireVersion && isPerson && sent.version === undefined)
    throw HttpError.forField('version', 400, 'server.versionMissing');
  refuseStale(context, row, sent);
}

/** Validates the input of an action, which is the same for all its records. */
function parseActionInput(context: OperationContext, action: NamedAction, sent: RecordValues): RecordValues {
  const entries = getActionEntries(context, action);
  // The portal sends fixed values, too, which `getActionValues` sets.
  rejectUnknownFields(sent, [...entries.map(({ field }) => field), ...Object.keys(action.values), 'version']);
  const isNeeded = ({ field, required }: EntryConfig<string>) => required || Object.hasOwn(sent, field);
  return parseEntries(context.collection, entries.filter(isNeeded), sent, {});
}

/** Adds the values that the action sets itself to its input. */
function getActionValues(
  context: OperationContext,
  action: NamedAction,
  input: RecordValues,
  row: CollectionRow,
): RecordValues {
  const all = createComputeContext(context, { ...toRecordValues(context.collection, row), ...input });
  const set = Object.entries(action.values).map(([name, value]) => [name, resolveValue(value, all) ?? null]);
  return { ...input, ...Object.fromEntries(set) };
}

/** Throws an HttpError: 404 if there is no such action, 403 if the role may not run it. Hooks may run all. */
function requireAction({ isHook, collection: { resource }, account }: OperationContext, name: string): void {
  if (!listActionNames(resource).includes(name)) throw notFound();
  if (isHook) return;
  if (!mayDo(resource, account.role, name)) throw new HttpError(403, 'server.forbidden');
  if (getAction(resource, name)?.reauthenticate) requireReauthentication(account);
}

const getNamedAction = ({ collection, account }: OperationContext, name: string): NamedAction =>
  getAction(collection.resource, name, account.role) as NamedAction;

/**
 * Runs a named action or transition on a record and returns the record. Throws an HttpError: 404, 400 at invalid fields,
 * 409 if the state does not allow it or `version` is not the current one.
 */
export async function runAction(
  context: OperationContext,
  name: string,
  id: string,
  sent: RecordValues,
): Promise<RecordValues> {
  requireAction(context, name);
  const action = getNamedAction(context, name);
  const prepared = await prepareAction(context, action, id, sent);
  const { row } = await runInTransaction({ ...context, prepared }, async (write) => {
    const result = await applyUpdate(write, toUpdate(write, action, await lockRow(write, id), sent));
    await noteChange(write, id, result.fields);
    return result;
  });
  return readCurrentRecord(context, row);
}

/**
 * Runs a named action on many records in one transaction and returns them by id. `versions` holds the version of each
 * record as last read. If one of them refuses, nothing changes; the HttpError then has a message per id.
 */
export async function runActionOnMany(
  context: OperationContext,
  name: string,
  sent: RecordValues,
): Promise<RecordValues[]> {
  requireAction(context, name);
  const { ids, values = {}, versions = {} } = sent;
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string');
  if (!isList || ![values, versions].every((one) => one !== null && typeof one === 'object'))
    throw new HttpError(400, 'server.badRequest');
  if (ids.length > MAX_ACTION_RECORDS && context.account.role !== SYSTEM_ROLE)
    throw new HttpError(400, 'server.tooManyRecords', { args: { most: MAX_ACTION_RECORDS } });
  const requested = [...new Set(ids as string[])].toSorted();
  const { version: _, ...input } = values as RecordValues;
  const inputOf = (id: string) => ({ ...input, version: (versions as RecordValues)[id] });
  const action = getNamedAction(context, name);
  const run = canRunInBulk(context, action) ? runInBulk : runOneByOne;
  return readCurrentRecords(context, await run(context, action, requested, inputOf));
}

/** Calls `run` for each id, then throws one HttpError with the messages of all ids that refused. */
async function collectRefusals(ids: readonly string[], run: (id: string) => Promise<void>): Promise<void> {
  const refused: [string, HttpError][] = [];
  for (const id of ids) {
    try {
      await run(id);
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      // An invalid value or a missing reauthentication is the same for all records.
      if (cause.status === 400 || cause.details.data) throw cause;
      refused.push([id, cause]);
    }
  }
  const [first] = refused;
  if (!first) return;
  const errors = Object.fromEntries(
    refused.map(([id, { message, details }]) => [id, { message, ...(details.args && { args: details.args }) }]),
  );
  const args = { count: refused.length, of: ids.length };
  throw new HttpError(first[1].status, 'server.nothingChanged', { args, errors });
}

type ActionOnMany = (
  context: OperationContext,
  action: NamedAction,
  ids: readonly string[],
  inputOf: (id: string) => RecordValues,
) => Promise<CollectionRow[]>;

const runOneByOne: ActionOnMany = (context, action, ids, inputOf) =>
  runInTransaction(context, async (write) => {
    const rows: CollectionRow[] = [];
    const fields = new Set<string>();
    await collectRefusals(ids, async (id) => {
      const row = await lockRow(write, id);
      const result = await applyUpdate(write, toUpdate(write, action, row, inputOf(id)));
      rows.push(result.row);
      for (const field of result.fields) fields.add(field);
    });
    await noteChange(write, [...ids], [...fields]);
    return rows;
  });

/** Compares rows. Copies them, because rows from a reader thread have another prototype. */
const areSameRows = (rows: readonly CollectionRow[], before: readonly CollectionRow[]) =>
  rows.length === before.length && rows.every((row, at) => isDeepStrictEqual({ ...row }, { ...before[at] }));

/** Runs an action by few statements. Checks the records before the transaction, and again inside if one has changed. */
const runInBulk: ActionOnMany = async (context, action, ids, inputOf) => {
  const plan = async (found: readonly CollectionRow[]) => {
    const byId = new Map(found.map((row) => [row.id, row]));
    const yieldNow = createEventLoopYield();
    const updates: RecordUpdate[] = [];
    await collectRefusals(ids, async (id) => {
      await yieldNow();
      const row = byId.get(id);
      if (!row) throw notFound();
      updates.push(toUpdate(context, action, row, inputOf(id)));
    });
    return planUpdates(context, updates);
  };
  const found = await findRows(context, ids);
  const planned = await plan(found);
  return runInTransaction(
    context,
    async (write) => {
      const locked = [...(await lockRows(write, ids)).values()];
      const { rows, fields } = await writeUpdates(write, areSameRows(locked, found) ? planned : await plan(locked));
      await noteChange(write, [...ids], fields);
      return rows;
    },
    { onWorker: ids.length > WORKER_THRESHOLD },
  );
};
