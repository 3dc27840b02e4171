import { SYSTEM_ROLE } from '../../../wire/roles.ts';
import { notFound } from '../../base/httpError.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { newId } from '../../db/newId.ts';
import type { NewEvent } from '../../live/changeEvents.ts';
import type { Publish } from '../../outbox/transact.ts';
import { findRow, pickFields } from '../read/findRecords.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import type { CreateOptions } from '../read/recordsApiTypes.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { canInsertInBulk } from '../write/bulkConditions.ts';
import { getChildRows, readCurrentRecords } from '../write/childRecords.ts';
import type { NewRecord } from '../write/defaultValues.ts';
import { checkHookValues } from '../write/hookLimits.ts';
import { planInserts } from '../write/planRows.ts';
import { isAccountTable } from '../write/recordAccount.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { prepareRecord, writeInserts } from '../write/writeRecords.ts';
import { noteChange, refuseAt } from '../write/writeTransaction.ts';
import { runInTransaction } from './runInTransaction.ts';

/**
 * Creates records in one transaction and returns them with these fields, or all. Without any it does not read them again.
 * Throws an HttpError as `createRecord` does, with the index of the record. In bulk all `before` hooks run first.
 */
export async function createRecords(
  context: OperationContext,
  many: readonly RecordValues[],
  { fields, copy }: CreateOptions = {},
): Promise<RecordValues[]> {
  const { resource } = context.collection;
  requirePermission(context, ['create']);
  if (context.isHook) for (const sent of many) checkHookValues(resource, sent, 'records.create');
  const now = Date.now();
  // Lists show the records in the given order.
  const ids = many.map(() => newId(now)).toSorted();
  const copied = copy ? await readCopied(context, copy) : {};
  const given = many.map((values, at) => {
    const [sent, fixed] = context.isHook ? [{}, values] : [values, {}];
    const named = Object.keys(values).filter((name) => Object.hasOwn(resource.fields, name));
    return { id: ids[at] as string, sent, fixed, copied, fields: named };
  });
  const batches = mayInsertInBulk(context, many) ? [given] : given.map((one) => [one]);
  const passwords = isAccountTable(context.collection) ? many.map(({ password }) => password) : [];
  const insertAll = async (write: WriteContext) => {
    const inserted: CollectionRow[] = [];
    for (const [index, batch] of batches.entries()) inserted.push(...(await insertBatch(write, batch, index, now)));
    return inserted;
  };
  const rows = await runInTransaction(context, insertAll, { passwords });
  const created: RecordValues[] = fields?.length === 0 ? rows : await readCurrentRecords(context, rows);
  return fields ? created.map((record) => pickFields(record, fields)) : created;
}

/** Reads stored values to copy. Throws a TypeError for contexts of accounts, and an HttpError (404). */
async function readCopied(context: OperationContext, { id, fields }: NonNullable<CreateOptions['copy']>) {
  if (!context.isHook && context.account.role !== SYSTEM_ROLE)
    throw new TypeError('copy: expected the context of the system or of a hook.');
  const row = await findRow(context, id);
  if (!row) throw notFound();
  const values = toRecordValues(context.collection, row);
  return Object.fromEntries(fields.map((name) => [name, values[name]]));
}

interface GivenRecord {
  id: string;
  /** Values that the caller may fill in. */
  sent: RecordValues;
  /** Values that the server sets. */
  fixed: RecordValues;
  /** Stored values of another record. */
  copied: RecordValues;
  fields: string[];
}

/** True if no record has child rows or can be in conflict: only inserting one by one tells which. */
function mayInsertInBulk(context: OperationContext, many: readonly RecordValues[]): boolean {
  const { rules, columns } = context.collection;
  const mayConflict = rules || columns.some(({ field }) => field.unique);
  const hasChildren = many.some((sent) => getChildRows(context.collection, sent).size > 0);
  return many.length > 1 && !mayConflict && !hasChildren && canInsertInBulk(context);
}

/** More records than this have one live event, so that readers reload once. */
const MAX_EVENTS = 50;

/** Inserts records together. `first` is the index of the first. */
async function insertBatch(write: WriteContext, batch: readonly GivenRecord[], first: number, now: number) {
  const yieldNow = createEventLoopYield();
  const prepared: NewRecord[] = [];
  for (const [at, one] of batch.entries()) {
    await yieldNow();
    prepared.push(await prepareRecord(write, one).catch(refuseAt(write, first + at)));
  }
  const events: NewEvent[] = [];
  const publish: Publish = batch.length > MAX_EVENTS ? (...some) => void events.push(...some) : write.publish;
  const inserting = writeInserts({ ...write, publish }, await planInserts(write, prepared, now));
  const inserted = await (batch.length === 1 ? inserting.catch(refuseAt(write, first)) : inserting);
  const { name: resource } = write.collection.resource;
  const audience = events.flatMap((one) => one.audience);
  if (audience.length > 0) write.publish({ resource, operation: 'create', audience });
  for (const { id, fields } of batch) await noteChange(write, id, fields);
  return inserted;
}

/** Creates a record and returns it. Throws an HttpError: 400 at invalid fields, 409 at values that are taken. */
export const createRecord = async (
  context: OperationContext,
  sent: RecordValues,
  options?: CreateOptions,
): Promise<RecordValues> => (await createRecords(context, [sent], options))[0] as RecordValues;
