import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { canUpdateInBulk } from '../write/bulkConditions.ts';
import { getChildRows, readCurrentRecord, readCurrentRecords } from '../write/childRecords.ts';
import { refuseInvalidRows } from '../write/defaultValues.ts';
import { checkHookValues } from '../write/hookLimits.ts';
import { planUpdates, type RecordUpdate } from '../write/planRows.ts';
import { refuseAppendOnly } from '../write/refuseConflicts.ts';
import { refuseUnwritable } from '../write/refuseUnwritable.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { applyUpdate, prepareUpdate, type UpdatedRecord, writeChildren, writeUpdates } from '../write/writeRecords.ts';
import { lockAllRows, lockRow, noteChange, refuseStale } from '../write/writeTransaction.ts';
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

/**
 * Updates many records with the same values as a hook, by few statements if it can, and returns them by id. It runs all
 * `before` hooks first. Throws an HttpError as `updateRecord`.
 */
export async function updateRecords(
  context: OperationContext,
  ids: readonly string[],
  values: RecordValues,
): Promise<RecordValues[]> {
  const { resource } = context.collection;
  refuseAppendOnly(resource);
  checkHookValues(resource, values, 'records.updateMany');
  const changed = await runInTransaction(context, async (write) => {
    const prepared: RecordUpdate[] = [];
    for (const row of (await lockAllRows(write, ids)).values())
      prepared.push(await prepareUpdate(write, { row, values }));
    const names = [...new Set(prepared.flatMap((one) => Object.keys(one.values)))];
    const batches = canUpdateInBulk(write, names) ? [prepared] : prepared.map((one) => [one]);
    const results: Awaited<ReturnType<typeof writeUpdates>>[] = [];
    for (const batch of batches) {
      // Hooks may have changed others of these records, so their rows are read again.
      const rows = await lockAllRows(
        write,
        batch.map((one) => one.row.id),
      );
      const current = batch.map((one) => ({ ...one, row: rows.get(one.row.id) as CollectionRow }));
      results.push(await writeUpdates(write, await planUpdates(write, current)));
    }
    const fields = results.flatMap((one) => one.fields);
    await noteChange(
      write,
      results.flatMap((one) => one.changed),
      [...new Set(fields)],
    );
    return results.flatMap(({ rows }) => rows);
  });
  return readCurrentRecords(context, changed);
}

/** Writes the values that the caller may write to a locked row. */
async function updateRow(
  write: WriteContext,
  row: CollectionRow,
  sent: RecordValues,
  name?: string,
): Promise<UpdatedRecord> {
  const { collection, account } = write;
  if (write.isHook) return applyUpdate(write, { row, values: sent, ...(name && { name }) });
  const values = parseWritableValues(write, sent, 'edit', { current: toRecordValues(collection, row) });
  const entries = getWritableFields(collection.resource, account.role, 'edit');
  const rows = getChildRows(collection, values);
  const update = { row, values, sent: values, entries, ...(name && { name }) };
  const rowsFollow = rows.size > 0;
  const result = await applyUpdate(write, update, { rowsFollow });
  await refuseUnwritable(write, sent, { writable: new Map(Object.entries(values)), row, changed: result.row });
  await writeChildren(write, row.id, rows);
  if (rowsFollow) await refuseInvalidRows(write, [result.row]);
  return result;
}
