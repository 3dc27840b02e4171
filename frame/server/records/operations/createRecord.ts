import { newId } from '../../db/newId.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord } from '../write/childRecords.ts';
import { checkHookValues } from '../write/hookLimits.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { insertRecord } from '../write/writeRecord.ts';
import { noteChange } from '../write/writeTransaction.ts';
import { runInTransaction } from './runInTransaction.ts';

/** Creates a record and returns it. Throws an HttpError: 400 at invalid fields, 409 at values that are taken. */
export async function createRecord(context: OperationContext, sent: RecordValues): Promise<RecordValues> {
  const { resource } = context.collection;
  requirePermission(context, ['create']);
  if (context.isHook) checkHookValues(resource, sent, 'records.create');
  const [values, fixed] = context.isHook ? [{}, sent] : [sent, {}];
  const now = Date.now();
  const id = newId(now);
  const row = await runInTransaction(context, async (write) => {
    const inserted = await insertRecord(write, values, { id, now, fixed });
    const named = Object.keys(sent).filter((name) => Object.hasOwn(resource.fields, name));
    await noteChange(write, id, named);
    return inserted;
  });
  return readCurrentRecord(context, row);
}
