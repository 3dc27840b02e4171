import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { getChildRows, readCurrentRecord, readCurrentRecords } from '../write/childRecords.ts';
import { refuseInvalidRow } from '../write/defaultValues.ts';
import { checkHookValues } from '../write/hookLimits.ts';
import { canUpdateInBulk, type PendingUpdate, prepareUpdates } from '../write/prepareUpdates.ts';
import { refuseAppendOnly } from '../write/refuseConflicts.ts';
import { refuseUnwritable } from '../write/refuseUnwritable.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { runBeforeHook } from '../write/runHooks.ts';
import { applyUpdate, type WriteResult, writeChildren } from '../write/writeRecord.ts';
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
    const updates: PendingUpdate[] = [];
    for (const row of (await lockAllRows(write, ids)).values()) {
      const before = toRecordValues(write.collection, row);
      const change = { operation: 'change', action: undefined, id: row.id, before, values } as const;
      updates.push({ row, values: await runBeforeHook(write, change), sent: {} });
    }
    const names = [...new Set(updates.flatMap((one) => Object.keys(one.values)))];
    const fields = new Set<string>();
    const newRows: CollectionRow[] = [];
    // Hooks may have changed others of these records, so their rows are read again.
    if (canUpdateInBulk(write, names)) {
      const rows = await lockAllRows(write, ids);
      for (const update of updates) update.row = rows.get(update.row.id) as CollectionRow;
      const prepared = await prepareUpdates(write, updates, { entries: new Map() });
      await prepared.write(write);
      newRows.push(...prepared.rows);
      for (const field of prepared.fields) fields.add(field);
    } else
      for (const update of updates) {
        update.row = await lockRow(write, update.row.id);
        const result = await applyUpdate(write, { row: update.row, values: update.values, isPrepared: true });
        newRows.push(result.row);
        for (const field of result.fields) fields.add(field);
      }
    const changedIds = newRows.flatMap((row, at) => (row === updates[at]?.row ? [] : row.id));
    await noteChange(write, changedIds, [...fields]);
    return newRows;
  });
  return readCurrentRecords(context, changed);
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
  const rows = getChildRows(collection, values);
  const update = { row, values, sent: values, entries, hasRows: rows.size > 0, ...(name && { name }) };
  const result = await applyUpdate(write, update);
  await refuseUnwritable(write, sent, { writable: new Map(Object.entries(values)), row, changed: result.row });
  await writeChildren(write, row.id, rows);
  if (update.hasRows) await refuseInvalidRow(write, result.row);
  return result;
}
