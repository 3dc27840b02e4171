import { newId } from '../../db/newId.ts';
import type { OperationContext, RecordChange } from '../read/operationContext.ts';
import { bulkDelete } from '../schema/bulkStatements.ts';
import type { Column } from '../schema/collection.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { HISTORY_BACKUP_TABLE, HISTORY_TABLE, type HistoryRow, toHistoryDb } from '../tables/historyTable.ts';

/** What a history says of a record that comes out of the bin; going there it says `delete`. */
export const RESTORED_ACTION = 'undelete';

/** Files are not kept twice: a version knows nothing of them. */
const isVersioned = ({ system, storage }: Column) => !system && storage !== 'file' && storage !== 'files';
const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Keeps what a change made different, where the config says so; with a record that is deleted its history goes. */
export async function saveVersion(
  scene: Pick<OperationContext, 'collection' | 'account'>,
  db: CollectionDb,
  change: RecordChange,
  version: number,
): Promise<void> {
  if (!scene.collection.resource.history) return;
  if (change.operation === 'delete') return deleteHistory(db, [change.id]);
  await toHistoryDb(db)
    .insertInto(HISTORY_TABLE)
    .values(createHistoryRow(scene, change, version))
    .execute();
}

/** The history of records that are deleted for good goes with them. */
export async function deleteHistory(db: CollectionDb, ids: readonly string[]): Promise<void> {
  // Also if the config has no history now: it may have had one.
  for (const table of [HISTORY_TABLE, HISTORY_BACKUP_TABLE]) await bulkDelete(db, table, 'record_id', ids);
}

/** What a history says of a change that is no deletion. */
export function createHistoryRow(
  { collection, account }: Pick<OperationContext, 'collection' | 'account'>,
  { id, operation: hooked, action, before = {}, values }: RecordChange,
  version: number,
): HistoryRow {
  const names = before === values ? [] : collection.columns.filter(isVersioned).map(({ name }) => name);
  const differing = names.filter((name) => !isSameJson(before[name], values[name]));
  const part = (of: RecordValues) =>
    JSON.stringify(Object.fromEntries(differing.map((name) => [name, of[name] ?? null])));
  const row = { id: newId(), resource: collection.resource.name, record_id: id, version, at: Date.now() };
  const extra = { account_id: account.id, action: action ?? hooked, before: part(before), after: part(values) };
  return { ...row, ...extra };
}
