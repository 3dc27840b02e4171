import { findAudience } from '../access/rowRules.ts';
import { refreshStaleRecords } from '../derived/staleRecords.ts';
import type { WriteContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { toRecordValues } from '../schema/recordRow.ts';
import { deleteWithCascade } from './deleteCascade.ts';
import { deleteRecordAccount } from './recordAccount.ts';
import { refuseAppendOnly } from './refuseConflicts.ts';
import { runAfterHook, runBeforeHook } from './runHooks.ts';
import { moveToTrash } from './trashCascade.ts';
import { publishChange } from './writeTransaction.ts';

/** Deletes a locked record and what its references cascade to. With the trash, moves them there. */
export async function deleteLockedRow(context: WriteContext, row: CollectionRow): Promise<void> {
  const { db, collection } = context;
  refuseAppendOnly(collection.resource);
  if (collection.trash) return moveToTrash(context, collection.trash, row);
  const values = toRecordValues(collection, row);
  const change = { operation: 'delete', id: row.id, values, before: values, action: undefined } as const;
  await runBeforeHook(context, change);
  publishChange(context, row.id, 'delete', ...(await findAudience(db, collection, row)));
  const { alsoChanged, freedFiles } = await deleteWithCascade(context, collection, row);
  context.alsoChanged.push(...alsoChanged);
  context.freedFiles.push(...freedFiles);
  await deleteRecordAccount(context, row.id);
  await refreshStaleRecords(db, context.services);
  await runAfterHook(context, change);
  context.changes.push({ ...change, collection });
}
