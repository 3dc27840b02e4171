import { newId } from '../../db/newId.ts';
import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import { findRow } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { getChildRows, readCurrentRecord } from '../write/childRecords.ts';
import { isLargeCascade } from '../write/deleteCascade.ts';
import { deleteHeldRecord } from '../write/deleteRecord.ts';
import { refuseUnwritable } from '../write/refuseUnwritable.ts';
import { applyUpdate, insertRecord, writeChildren } from '../write/writeRecord.ts';
import { lockRow, noteChange, refuseStale } from '../write/writeTransaction.ts';
import { runInTransaction } from './runInTransaction.ts';

/** Creates a record and returns it. Throws an HttpError: 400 at invalid fields, 409 at values that are taken. */
export async function createRecord(context: OperationContext, sent: RecordValues): Promise<RecordValues> {
  const { fields } = context.collection.resource;
  const now = Date.now();
  const id = newId(now);
  const row = await runInTransaction(context, async (write) => {
    const inserted = await insertRecord(write, sent, { id, now });
    const named = Object.keys(sent).filter((name) => Object.hasOwn(fields, name));
    await noteChange(write, id, named);
    return inserted;
  });
  return readCurrentRecord(context, row);
}

/**
 * Updates a record, in full or in part, and returns it. Throws an HttpError: 404 if the user does not see it, 409 if
 * `version` is not the current one, else as `createRecord`.
 */
export async function updateRecord(context: OperationContext, id: string, sent: RecordValues): Promise<RecordValues> {
  const { collection, account } = context;
  const changed = await runInTransaction(context, async (write) => {
    const row = await lockRow(write, id);
    refuseStale(row, sent);
    const values = parseWritableValues(collection, account, sent, 'edit', toRecordValues(collection, row));
    const entries = getWritableFields(collection.resource, account.role, 'edit');
    const result = await applyUpdate(write, { row, values, sent: values, entries });
    await refuseUnwritable(write, sent, { writable: entries, row, changed: result.row });
    await writeChildren(write, row.id, getChildRows(collection, values));
    await noteChange(write, row.id, result.fields);
    return result.row;
  });
  return readCurrentRecord(context, changed);
}

/**
 * Deletes a record and returns it. Throws an HttpError: 404, or 409 while others refer to it or if too many would change
 * with it (write/deleteCascade.ts).
 */
export async function deleteRecord(context: OperationContext, id: string): Promise<RecordValues> {
  const found = await findRow(context, id);
  return runInTransaction(
    context,
    async (write) => {
      const row = await lockRow(write, id);
      const record = await readCurrentRecord(write, row);
      await deleteHeldRecord(write, row);
      await noteChange(write, row.id);
      return record;
    },
    { onWorker: await isLargeCascade(context, found) },
  );
}
