import { newId } from '../../db/newId.ts';
import type { Change, Scene } from '../read/operationContext.ts';
import { deleteAll } from '../schema/bulkRows.ts';
import type { Column } from '../schema/collection.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import type { Values } from '../schema/recordRow.ts';
import { HISTORY, type HistoryRow, historyDb, WAS } from '../tables/historyTable.ts';

/** What a history says of a record that comes out of the bin; going there it says `delete`. */
export const RESTORED = 'undelete';

/** Files are not kept twice: a version knows nothing of them. */
const isKept = ({ system, storage }: Column) => !system && storage !== 'file' && storage !== 'files';
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Keeps what a change made different, where the config says so; with a record that is deleted its history goes. */
export async function keepHistory(
  scene: Pick<Scene, 'collection' | 'account'>,
  db: CollectionDb,
  change: Change,
  version: number,
): Promise<void> {
  if (!scene.collection.resource.history) return;
  if (change.hooked === 'delete') return forgetHistory(db, [change.id]);
  await historyDb(db)
    .insertInto(HISTORY)
    .values(historyRow(scene, change, version))
    .execute();
}

/** The history of records that are deleted for good goes with them. */
export async function forgetHistory(db: CollectionDb, ids: readonly string[]): Promise<void> {
  // Also if the config has no history now: it may have had one.
  for (const table of [HISTORY, WAS]) await deleteAll(db, table, 'record_id', ids);
}

/** What a history says of a change that is no deletion. */
export function historyRow(
  { collection, account }: Pick<Scene, 'collection' | 'account'>,
  { id, hooked, action, before = {}, values }: Change,
  version: number,
): HistoryRow {
  const names = before === values ? [] : collection.columns.filter(isKept).map(({ name }) => name);
  const differing = names.filter((name) => !same(before[name], values[name]));
  const part = (of: Values) => JSON.stringify(Object.fromEntries(differing.map((name) => [name, of[name] ?? null])));
  const row = { id: newId(), resource: collection.resource.name, record_id: id, version, at: Date.now() };
  const extra = { account_id: account.id, action: action ?? hooked, before: part(before), after: part(values) };
  return { ...row, ...extra };
}
