import { isDeepStrictEqual } from 'node:util';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { newId } from '../../db/newId.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { readCurrentRecords } from '../write/childRecords.ts';
import { prepareNewValues } from '../write/defaultValues.ts';
import { checkHookValues } from '../write/hookLimits.ts';
import { BulkInsertRefused, prepareBulkInsert } from '../write/prepareInserts.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { insertRecord } from '../write/writeRecord.ts';
import { noteChange } from '../write/writeTransaction.ts';
import { runInTransaction } from './runInTransaction.ts';

/** Creates records in one transaction and returns them. Throws an HttpError as `createRecord` does. */
export async function createRecords(context: OperationContext, many: readonly RecordValues[]): Promise<RecordValues[]> {
  const { resource } = context.collection;
  requirePermission(context, ['create']);
  if (context.isHook) for (const sent of many) checkHookValues(resource, sent, 'records.create');
  const now = Date.now();
  // Lists show the records in the given order.
  const ids = many.map(() => newId(now)).toSorted();
  const records = many.map((sent, at) => ({ id: ids[at] as string, sent }));
  const rows = await runInTransaction(
    context,
    async (write) => (await insertInBulk(write, records, now)) ?? insertOneByOne(write, records, now),
  );
  return readCurrentRecords(context, rows);
}

interface GivenRecord {
  id: string;
  sent: RecordValues;
}

async function insertOneByOne(write: WriteContext, records: readonly GivenRecord[], now: number) {
  const yieldNow = createEventLoopYield();
  const inserted: CollectionRow[] = [];
  for (const { id, sent } of records) {
    await yieldNow();
    const [values, fixed] = write.isHook ? [{}, sent] : [sent, {}];
    const row = await insertRecord(write, values, { id, now, fixed });
    await noteChange(write, row.id, listFields(write, sent));
    inserted.push(row);
  }
  return inserted;
}

const listFields = ({ collection: { resource } }: WriteContext, sent: RecordValues) =>
  Object.keys(sent).filter((name) => Object.hasOwn(resource.fields, name));

/**
 * Inserts records of the same fields by few statements. Returns undefined if one of them may be refused. Inserting them
 * one by one then tells which.
 */
async function insertInBulk(write: WriteContext, records: readonly GivenRecord[], now: number) {
  const { collection, account, isHook } = write;
  const [fields = [], ...others] = records.map(({ sent }) => listFields(write, sent));
  const isAlike = others.length > 0 && others.every((one) => isDeepStrictEqual(one, fields));
  const mayRefuse = collection.rules || collection.columns.some(({ field }) => field.unique);
  if (!isAlike || isHook || mayRefuse || getVisibleConditions(collection, account).length > 0) return undefined;
  const newRecords = records.map(({ id, sent }) => ({ id, ...prepareNewValues(write, sent) }));
  const insertAll = await prepareBulkInsert(write, newRecords, { now, fields });
  return insertAll?.(write).catch((cause: unknown) => {
    if (cause instanceof BulkInsertRefused) return undefined;
    throw cause;
  });
}

/** Creates a record and returns it. Throws an HttpError: 400 at invalid fields, 409 at values that are taken. */
export const createRecord = async (context: OperationContext, sent: RecordValues): Promise<RecordValues> =>
  (await createRecords(context, [sent]))[0] as RecordValues;
