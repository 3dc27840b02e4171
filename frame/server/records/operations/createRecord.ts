import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { newId } from '../../db/newId.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { readCurrentRecords } from '../write/childRecords.ts';
import { checkHookValues } from '../write/hookLimits.ts';
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
  const yieldNow = createEventLoopYield();
  const rows = await runInTransaction(context, async (write) => {
    const inserted: CollectionRow[] = [];
    for (const [at, sent] of many.entries()) {
      await yieldNow();
      const [values, fixed] = context.isHook ? [{}, sent] : [sent, {}];
      const row = await insertRecord(write, values, { id: ids[at] as string, now, fixed });
      const named = Object.keys(sent).filter((name) => Object.hasOwn(resource.fields, name));
      await noteChange(write, row.id, named);
      inserted.push(row);
    }
    return inserted;
  });
  return readCurrentRecords(context, rows);
}

/** Creates a record and returns it. Throws an HttpError: 400 at invalid fields, 409 at values that are taken. */
export const createRecord = async (context: OperationContext, sent: RecordValues): Promise<RecordValues> =>
  (await createRecords(context, [sent]))[0] as RecordValues;
