import type { NamedAction } from '../../../config/actions.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { getWritableFields } from '../access/fieldAccess.ts';
import type { OperationContext, RecordChange } from '../read/operationContext.ts';
import { type CollectionRow, createChangeStamps } from '../schema/collectionDb.ts';
import type { ChangedRow } from '../schema/linkRows.ts';
import { pickChangedValues, type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { listNamedRecords, type NamedRecords } from './checkReferences.ts';
import { completeValues, createStamps, type NewRecord } from './defaultValues.ts';
import { isAccountTable, prepareAccountValues } from './recordAccount.ts';
import { claimUploads } from './recordUploads.ts';

// Rows as they will be written. Those of several records are built before their transaction, which stays short.

/** The change of a new record as hooks and the history get it, except for its values. */
export const describeInsert = (id: string) =>
  ({ operation: 'create', id, before: undefined, action: undefined }) as const;

/** A new record with its row. */
export interface PlannedInsert extends NewRecord {
  row: CollectionRow;
  /** The records that it names. */
  named: NamedRecords[];
  change: Omit<RecordChange, 'values'>;
}

/** Builds the rows of new records. */
export async function planInserts(
  context: OperationContext,
  records: readonly NewRecord[],
  now: number,
): Promise<PlannedInsert[]> {
  const { services, collection, account } = context;
  const yieldNow = createEventLoopYield();
  const entries = getWritableFields(collection.resource, account.role, 'create');
  const planned: PlannedInsert[] = [];
  for (const record of records) {
    await yieldNow();
    const { id, values, own } = record;
    const columns = toRowColumns(collection, values, services.config.timeZone);
    const named = [...listNamedRecords(context, values, { entries, own })];
    const row = { ...columns, ...createStamps(context, id, now) };
    planned.push({ ...record, row, named, change: describeInsert(id) });
  }
  return planned;
}

/** A row, and validated values to write to it. */
export interface RecordUpdate {
  /** The locked row. */
  row: CollectionRow;
  values: RecordValues;
  /** The part of `values` that a person sent. */
  sent?: RecordValues;
  /** The form entries that the values come from. */
  entries?: ReadonlyMap<string, EntryConfig<string>>;
  action?: NamedAction;
  /** Fields that may name a missing record. */
  missing?: readonly string[];
  /** The action in the history, if `action` is not given. */
  name?: string;
}

/** The change of a record as hooks and the history get it, except for its values. */
export const describeUpdate = ({ row, action, name }: RecordUpdate, before: RecordValues) =>
  ({ operation: action?.to ? 'transition' : 'change', id: row.id, before, action: action?.name ?? name }) as const;

/** An update with the row that it makes. */
export interface PlannedUpdate extends ChangedRow {
  /** The values of the record after the update, as far as they are known before. */
  values: RecordValues;
  /** The columns with their stamps. */
  written: Record<string, unknown>;
  /** The columns that change; none if the record has these values already. */
  differing: string[];
  /** The names of the changed fields. */
  fields: string[];
  /** The records that it names. */
  named: NamedRecords[];
  change: Omit<RecordChange, 'values'>;
}

/** Builds the rows of updated records. Throws an HttpError (400) at values that do not fit together, and at files. */
export async function planUpdates(
  context: OperationContext,
  updates: readonly RecordUpdate[],
): Promise<PlannedUpdate[]> {
  const yieldNow = createEventLoopYield();
  const planned: PlannedUpdate[] = [];
  for (const update of updates) {
    await yieldNow();
    planned.push(await planUpdate(context, update));
  }
  return planned;
}

async function planUpdate(context: OperationContext, update: RecordUpdate): Promise<PlannedUpdate> {
  const { services, collection, account } = context;
  const { row: oldRow, sent, entries = new Map(), missing = [] } = update;
  const before = toRecordValues(collection, oldRow);
  const values = completeValues(context, update.values, { current: before, sent, entries });
  const isAccount = isAccountTable(collection);
  if (isAccount) prepareAccountValues(context, values, oldRow);
  else await claimUploads(context, oldRow.id, values, before);
  const columns = toRowColumns(collection, values, services.config.timeZone);
  // An inactive account is deactivated again: if its owner did it, undoing an e-mail change would reactivate it.
  const isEnding = (column: string) => isAccount && column === 'is_active' && columns[column] === 0;
  const differing = Object.keys(columns).filter((column) => columns[column] !== oldRow[column] || isEnding(column));
  const changedValues = pickChangedValues(collection, values, differing);
  const written = { ...columns, ...createChangeStamps(collection, oldRow, { differing, by: account.id }) };
  return {
    ...{ oldRow, newRow: { ...oldRow, ...written }, columns: Object.keys(columns), written },
    ...{ values: { ...before, ...values }, differing, fields: Object.keys(changedValues) },
    named: [...listNamedRecords(context, changedValues, { entries, before })].filter(
      ({ field }) => !missing.includes(field),
    ),
    change: describeUpdate(update, before),
  };
}
