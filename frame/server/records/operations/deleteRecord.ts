import { findRow } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord } from '../write/childRecords.ts';
import { isLargeCascade } from '../write/deleteCascade.ts';
import { deleteLockedRow } from '../write/deleteLockedRow.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { lockRow, noteChange } from '../write/writeTransaction.ts';
import { runInTransaction } from './runInTransaction.ts';

/**
 * Deletes a record and returns it. Throws an HttpError: 404, or 409 while others refer to it or if too many would change
 * with it (write/deleteCascade.ts).
 */
export async function deleteRecord(context: OperationContext, id: string): Promise<RecordValues> {
  requirePermission(context, ['delete']);
  const found = await findRow(context, id);
  return runInTransaction(
    context,
    async (write) => {
      const row = await lockRow(write, id);
      const record = await readCurrentRecord(write, row);
      await deleteLockedRow(write, row);
      await noteChange(write, row.id);
      return record;
    },
    { onWorker: await isLargeCascade(context, found) },
  );
}
