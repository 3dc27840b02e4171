import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { getChildRows, readCurrentRecord } from '../write/childRecords.ts';
import { checkHookValues } from '../write/hookLimits.ts';
import { refuseUnwritable } from '../write/refuseUnwritable.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { applyUpdate, type WriteResult, writeChildren } from '../write/writeRecord.ts';
import { lockRow, noteChange, refuseStale } from '../write/writeTransaction.ts';
import { runInTransaction } from './runInTransaction.ts';

/**
 * Updates a record, in full or in part, and returns it. Throws an HttpError: 404 if the user does not see it, 409 if
 * `version` is not the current one, else as `createRecord`. `action` names the change in the history.
 */
export async function updateRecord(
  context: OperationContext,
  id: string,
  sent: RecordValues,
  action?: string,
): Promise<RecordValues> {
  requirePermission(context, ['edit'], { orAction: true });
  const { version, ...values } = sent;
  if (context.isHook) checkHookValues(context.collection.resource, values, 'records.update');
  const changed = await runInTransaction(context, async (write) => {
    const row = await lockRow(write, id);
    refuseStale(write, row, { version });
    const result = await updateRow(write, row, values, action);
    await noteChange(write, row.id, result.fields);
    return result.row;
  });
  return readCurrentRecord(context, changed);
}

/** Writes the values that the caller may write to a locked row. */
async function updateRow(
  write: WriteContext,
  row: CollectionRow,
  sent: RecordValues,
  name?: string,
): Promise<WriteResult> {
  const { collection, account } = write;
  if (write.isHook) return applyUpdate(write, { row, values: sent, ...(name && { name }) });
  const values = parseWritableValues(write, sent, 'edit', { current: toRecordValues(collection, row) });
  const entries = getWritableFields(collection.resource, account.role, 'edit');
  const result = await applyUpdate(write, { row, values, sent: values, entries, ...(name && { name }) });
  await refuseUnwritable(write, sent, { writable: new Map(Object.entries(values)), row, changed: result.row });
  await writeChildren(write, row.id, getChildRows(collection, values));
  return result;
}
