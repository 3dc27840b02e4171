import type { Db, HistoryRow } from '../../db/databaseSchema.ts';
import { newId } from '../../db/newId.ts';
import type { RecordChange, WriteContext } from '../read/operationContext.ts';
import { bulkDelete, bulkInsert } from '../schema/bulkStatements.ts';
import type { Column } from '../schema/collection.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { HISTORY_BACKUP_TABLE, HISTORY_TABLE } from '../tables/historyTable.ts';

/** The action in the history of a record restored from the trash. */
export const RESTORED_ACTION = 'undelete';

/** Versions hold no files. */
const isVersioned = ({ system, storage }: Column) => !system && storage !== 'file' && storage !== 'files';
const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Saves a version of each change if the collection has a history. */
export async function saveVersions(
  context: WriteContext,
  changes: readonly { change: RecordChange; version: number }[],
): Promise<void> {
  if (!context.collection.resource.history) return;
  const rows = changes.map(({ change, version }) => createHistoryRow(context, change, version));
  await bulkInsert(context.db, HISTORY_TABLE, rows);
}

/** Deletes the history of records, even if the config has no history now: it may have had one. */
export async function deleteHistory(db: Db, ids: readonly string[]): Promise<void> {
  for (const table of [HISTORY_TABLE, HISTORY_BACKUP_TABLE]) await bulkDelete(db, table, 'record_id', ids);
}

/** Creates the history row of a change other than a delete. */
export function createHistoryRow(
  { collection, account }: Pick<WriteContext, 'collection' | 'account'>,
  { id, operation, action, before = {}, values }: RecordChange,
  version: number,
): HistoryRow {
  const names = before === values ? [] : collection.columns.filter(isVersioned).map(({ name }) => name);
  const changed = names.filter((name) => !isSameJson(before[name], values[name]));
  const pick = (from: RecordValues) =>
    JSON.stringify(Object.fromEntries(changed.map((name) => [name, from[name] ?? null])));
  const row = { id: newId(), resource: collection.resource.name, record_id: id, version, at: Date.now() };
  return {
    ...{ ...row, account_id: account.id, action: action ?? operation },
    ...{ before: pick(before), after: pick(values) },
  };
}
