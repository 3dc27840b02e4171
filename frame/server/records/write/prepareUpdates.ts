import type { NamedAction } from '../../../config/actions.ts';
import { listRules } from '../../../config/recordRules.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { findAudiences, mayChangeAudience } from '../access/rowRules.ts';
import { refreshStaleRecords } from '../derived/staleRecords.ts';
import type { OperationContext, RecordChange, WriteContext } from '../read/operationContext.ts';
import { compileBulkInserts, executeAll } from '../schema/bulkStatements.ts';
import { type CollectionRow, createChangeStamps } from '../schema/collectionDb.ts';
import { type ChangedRow, updateRows } from '../schema/linkRows.ts';
import { pickChangedValues, type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { isUpload } from '../tables/uploadTable.ts';
import {
  findKeyCopies,
  findReferrers,
  listNamedRecords,
  mergeNamedRecords,
  type NamedRecords,
  refuseAbsent,
} from './checkReferences.ts';
import { completeValues, refuseInvalidRow } from './defaultValues.ts';
import { isAccountTable } from './recordAccount.ts';
import { createHistoryRow } from './recordHistory.ts';
import { publishChange } from './writeTransaction.ts';

const getHookOperation = (action: NamedAction | undefined) => (action?.to ? 'transition' : 'change');

/** True if an action needs no hook per record either, and few statements can write its records. */
export const canRunInBulk = (context: OperationContext, action: NamedAction): boolean =>
  !context.services.hooks[context.collection.resource.name]?.before?.[getHookOperation(action)] &&
  canUpdateInBulk(context, [...action.roleInputs.map(({ field }) => field), ...Object.keys(action.values)], action);

/** True if these fields need no `after` hook, account, file or check per record, so that few statements can write many. */
export function canUpdateInBulk(
  { services, collection }: OperationContext,
  fields: readonly string[],
  action?: NamedAction,
): boolean {
  const { resource } = collection;
  const others = Object.entries(resource.fields).flatMap(([name, { compute, when }]) =>
    compute || when ? [name] : [],
  );
  const names = new Set([...fields, ...others]);
  const ruled = listRules(resource).flatMap(({ by, period }) => [...by, ...(period ? [period.from, period.to] : [])]);
  const referrers = [...findReferrers(resource.name, services.collections)];
  return (
    !services.hooks[resource.name]?.after?.[getHookOperation(action)] &&
    !resource.accounts &&
    !isAccountTable(collection) &&
    !collection.columns.some((column) => isUpload(column) && names.has(column.name)) &&
    !ruled.some((name) => names.has(name)) &&
    ![...referrers, ...findKeyCopies(resource.name, services.collections)].some(({ by }) => names.has(by))
  );
}

/** A row, and validated values to write to it. */
export interface PendingUpdate {
  row: CollectionRow;
  values: RecordValues;
  /** The part of `values` that a person sent. */
  sent: RecordValues;
}

/** Updates prepared before their transaction. */
export interface PreparedUpdates {
  /** The rows after the update, unchanged ones included. */
  rows: CollectionRow[];
  /** The names of the changed fields. */
  fields: string[];
  write(context: WriteContext): Promise<void>;
}

interface PlannedUpdate extends ChangedRow {
  change: RecordChange;
  mayChangeAudience: boolean;
}

/**
 * Prepares the update of many records by few statements, with the effects of `applyUpdate`. Throws an HttpError (400) at
 * values that do not fit together.
 */
export async function prepareUpdates(
  context: OperationContext,
  updates: readonly PendingUpdate[],
  { action, entries }: { action?: NamedAction; entries: ReadonlyMap<string, EntryConfig<string>> },
): Promise<PreparedUpdates> {
  const { services, collection, account } = context;
  const yieldNow = createEventLoopYield();
  const now = Date.now();
  const rows: CollectionRow[] = [];
  const planned: PlannedUpdate[] = [];
  const named: NamedRecords[] = [];
  const history: object[] = [];
  const fields = new Set<string>();
  for (const { row: oldRow, values: given, sent } of updates) {
    await yieldNow();
    const before = toRecordValues(collection, oldRow);
    const values = completeValues(context, given, { current: before, sent, entries });
    const columns = toRowColumns(collection, values, services.config.timeZone);
    const differing = Object.keys(columns).filter((name) => columns[name] !== oldRow[name]);
    if (differing.length === 0) {
      rows.push(oldRow);
      continue;
    }
    const changedValues = pickChangedValues(collection, values, differing);
    for (const name of Object.keys(changedValues)) fields.add(name);
    named.push(...listNamedRecords(context, changedValues, { entries, before }));
    const newRow = {
      ...oldRow,
      ...columns,
      ...createChangeStamps(collection, oldRow, { differing, by: account.id, now }),
    };
    const change: RecordChange = {
      ...{ operation: getHookOperation(action), id: oldRow.id, before, action: action?.name },
      values: toRecordValues(collection, newRow),
    };
    rows.push(newRow);
    planned.push({
      ...{ oldRow, newRow, columns: Object.keys(columns), change },
      mayChangeAudience: mayChangeAudience(collection, differing),
    });
    if (collection.resource.history) history.push(createHistoryRow(context, change, newRow.version));
  }
  const statements = [...compileBulkInserts(services.store.kind, HISTORY_TABLE, history)];
  return {
    rows,
    fields: [...fields],
    async write(write) {
      const { db } = write;
      await refuseAbsent(write, mergeNamedRecords(named));
      const moving = planned.filter((one) => one.mayChangeAudience).map(({ oldRow }) => oldRow);
      const oldAudiences = await findAudiences(db, collection, moving);
      const oldAudience = new Map(moving.map(({ id }, at) => [id, oldAudiences[at]]));
      await updateRows(db, collection, planned);
      await executeAll(db, statements);
      await refreshStaleRecords(db, services);
      const newRows = planned.map(({ newRow }) => newRow);
      for (const row of newRows) await refuseInvalidRow(write, row);
      const audiences = await findAudiences(db, collection, newRows);
      for (const [at, { newRow, change }] of planned.entries()) {
        publishChange(write, newRow.id, 'change', ...(oldAudience.get(newRow.id) ?? []), ...(audiences[at] ?? []));
        write.changes.push({ ...change, collection });
      }
    },
  };
}
