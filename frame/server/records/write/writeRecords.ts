import { ROW_META_KEYS } from '../../../config/related/childRows.ts';
import { isBlank } from '../../../config/validate.ts';
import { notFound } from '../../base/httpError.ts';
import { createTransactionYield } from '../../base/yieldToEventLoop.ts';
import { newId } from '../../db/newId.ts';
import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import { findAudiences, mayChangeAudience } from '../access/rowRules.ts';
import { RECORD_META_KEYS, rejectUnknownRecordFields } from '../access/unknownRecordFields.ts';
import { settleDerivedValues } from '../derived/rollupColumns.ts';
import type { RecordChange, WriteContext } from '../read/operationContext.ts';
import { type CollectionRow, getVersion } from '../schema/collectionDb.ts';
import { toCurrentNames } from '../schema/formerNames.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { refuseAbsent, refuseReferencedKeyChange, updateKeyCopies } from './checkReferences.ts';
import {
  type ChildCollection,
  type ChildRows,
  findLastPosition,
  getChildCollections,
  getChildRows,
  refuseChildCount,
  requireChildPermission,
  toRowRefusal,
} from './childRecords.ts';
import { completeNewValues, type NewRecord, parseNewValues, refuseInvalidRows } from './defaultValues.ts';
import { deleteLockedRow } from './deleteLockedRow.ts';
import {
  describeInsert,
  describeUpdate,
  type PlannedInsert,
  type PlannedUpdate,
  planInserts,
  planUpdates,
  type RecordUpdate,
} from './planRows.ts';
import { insertRecordRows, isAccountTable, prepareAccountValues, updateRecordRows } from './recordAccount.ts';
import { saveVersions } from './recordHistory.ts';
import { claimUploads } from './recordUploads.ts';
import { refuseAppendOnly, refuseConflicts } from './refuseConflicts.ts';
import { refuseUnwritable } from './refuseUnwritable.ts';
import { runAfterHook, runBeforeHook } from './runHooks.ts';
import { lockRow, publishChange, refuseInvisibleRows, refuseStale } from './writeTransaction.ts';

// The lifecycle of a write, as in docs/records-api.md: first of new records, then of updates. A step takes several records
// if they may be written together (bulkConditions.ts), else one.

/** Values of a new record beside those that the caller may fill in. */
interface NewRecordSource {
  /** Values that the server sets. */
  fixed?: RecordValues;
  /** Stored values of another record. */
  copied?: RecordValues;
}

/**
 * Validates and completes the values of a new record, runs its `before` hook and claims its files. Throws an HttpError
 * (400) at invalid fields.
 */
export async function prepareRecord(
  context: WriteContext,
  { id, sent, fixed = {}, copied = {} }: NewRecordSource & { id: string; sent: RecordValues },
): Promise<NewRecord> {
  const given = parseNewValues(context, { ...sent, ...fixed }, Object.keys(copied));
  const filled = { ...given, ...fixed, ...copied };
  const written = await runBeforeHook(context, { ...describeInsert(id), values: filled });
  const { values, own } = completeNewValues(context, given, { sent, fixed, written });
  const hasFiles = context.collection.columns.some((one) => isUpload(one) && !isBlank(values[one.name]));
  if (isAccountTable(context.collection)) prepareAccountValues(context, values);
  else if (hasFiles) await claimUploads(context, id, values);
  return { id, given: filled, values, own };
}

/** Inserts planned records and returns their rows. The HttpError that refuses one of several has its index. */
export async function writeInserts(context: WriteContext, records: readonly PlannedInsert[]): Promise<CollectionRow[]> {
  await refuseAbsent(context, records);
  // Of several records, the database finds those in conflict.
  if (records.length === 1) for (const { row } of records) await refuseConflicts(context, row);
  const rows = await settleDerivedValues(context, await insertRecordRows(context, records));
  await refuseInvisibleRows(context, rows);
  await publishChanges(context, 'create', rows);
  await finishWrites(context, records, rows);
  for (const { id, given } of records) await writeChildren(context, id, getChildRows(context.collection, given));
  await refuseInvalidRows(context, rows);
  return rows;
}

/** Inserts a record with all steps. `source` as in `prepareRecord`. */
export async function insertRecord(
  context: WriteContext,
  sent: RecordValues,
  { id = newId(), now = Date.now(), ...source }: NewRecordSource & { id?: string; now?: number } = {},
): Promise<CollectionRow> {
  const record = await prepareRecord(context, { id, sent, ...source });
  const [row] = await writeInserts(context, await planInserts(context, [record], now));
  return row as CollectionRow;
}

/** Runs the `before` hook of an update, and adds the values that it returns. */
export async function prepareUpdate(context: WriteContext, update: RecordUpdate): Promise<RecordUpdate> {
  const { collection } = context;
  refuseAppendOnly(collection.resource);
  const change = describeUpdate(update, toRecordValues(collection, update.row));
  return { ...update, values: await runBeforeHook(context, { ...change, values: update.values }) };
}

/** Rows after an update, unchanged ones included, with the ids of the others and the names of their changed fields. */
interface UpdatedRecords {
  rows: CollectionRow[];
  changed: string[];
  fields: string[];
}

/** Writes planned updates to locked records. `rowsFollow`: the caller calls `refuseInvalidRows` after their child rows. */
export async function writeUpdates(
  context: WriteContext,
  planned: readonly PlannedUpdate[],
  { rowsFollow = false } = {},
): Promise<UpdatedRecords> {
  const updates = planned.filter(({ differing }) => differing.length > 0);
  if (updates.length === 0) return { rows: planned.map(({ oldRow }) => oldRow), changed: [], fields: [] };
  await refuseAbsent(context, updates);
  await refuseReferencedKeyChange(context, updates);
  const formerAudiences = await findFormerAudiences(context, updates);
  for (const { newRow, differing } of updates) await refuseConflicts(context, newRow, differing);
  const written = await updateRecordRows(context, updates);
  await updateKeyCopies(context, updates);
  const rows = await settleDerivedValues(context, written);
  await publishChanges(context, 'change', rows, formerAudiences);
  if (!rowsFollow) await refuseInvalidRows(context, rows);
  await finishWrites(context, updates, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: planned.map(({ oldRow }) => byId.get(oldRow.id) ?? oldRow),
    changed: [...byId.keys()],
    fields: [...new Set(updates.flatMap(({ fields }) => fields))],
  };
}

/** Finds who sees the records of these updates that others may see afterwards. */
async function findFormerAudiences({ db, collection }: WriteContext, updates: readonly PlannedUpdate[]) {
  const moving = updates.filter(({ differing }) => mayChangeAudience(collection, differing));
  const rows = moving.map(({ oldRow }) => oldRow);
  const audiences = await findAudiences(db, collection, rows);
  return new Map(rows.map(({ id }, at) => [id, audiences[at] ?? []]));
}

/** The row of an updated record, and the names of the changed fields. */
export interface UpdatedRecord {
  row: CollectionRow;
  fields: string[];
}

/** Updates a locked record with all steps. */
export async function applyUpdate(
  context: WriteContext,
  update: RecordUpdate,
  options?: { rowsFollow?: boolean },
): Promise<UpdatedRecord> {
  const planned = await planUpdates(context, [await prepareUpdate(context, update)]);
  const { rows, fields } = await writeUpdates(context, planned, options);
  return { row: rows[0] as CollectionRow, fields };
}

/** Publishes written rows to those who saw them before, and to those who see them now. */
async function publishChanges(
  context: WriteContext,
  operation: 'create' | 'change',
  rows: readonly CollectionRow[],
  formerAudiences: ReadonlyMap<string, string[]> = new Map(),
): Promise<void> {
  const audiences = await findAudiences(context.db, context.collection, rows);
  for (const [at, { id }] of rows.entries())
    publishChange(context, id, operation, ...(formerAudiences.get(id) ?? []), ...(audiences[at] ?? []));
}

/** Saves versions of the rows, runs the `after` hooks and queues the `committed` hooks. */
async function finishWrites(
  context: WriteContext,
  planned: readonly Pick<PlannedUpdate, 'change'>[],
  rows: readonly CollectionRow[],
): Promise<void> {
  const { collection } = context;
  const yieldNow = createTransactionYield();
  const saved: { change: RecordChange; version: number }[] = [];
  for (const [at, row] of rows.entries()) {
    await yieldNow();
    const change = { ...(planned[at] as PlannedUpdate).change, values: toRecordValues(collection, row) };
    saved.push({ change, version: getVersion(collection, row) ?? 1 });
  }
  await saveVersions(context, saved);
  for (const { change } of saved) {
    await runAfterHook(context, change);
    context.changes.push({ ...change, collection });
  }
}

/**
 * Writes the child rows sent with a record: inserts rows without an id, deletes rows marked `removed`, updates the
 * others. Rows not sent stay. Rights and rules of their collection apply. Throws an HttpError at the invalid cell.
 */
export async function writeChildren(context: WriteContext, parent: string, sent: ChildRows): Promise<void> {
  if (sent.size === 0) return;
  for (const child of getChildCollections(context)) {
    const rows = sent.get(child.name);
    if (!rows) continue;
    const childContext = { ...context, collection: child.collection };
    // If only new rows are sent, they follow the existing ones.
    const hasExisting = rows.some(({ id, removed }) => id !== undefined && removed !== true);
    let last = hasExisting ? 0 : await findLastPosition(context.db, child, parent);
    // Deletes run first: a new row may reuse a unique value.
    const order = [...rows.entries()].toSorted(
      ([, a], [, b]) => Number(b.removed === true) - Number(a.removed === true),
    );
    for (const [index, row] of order) {
      try {
        last = await writeChild(childContext, { child, parent, row, last });
      } catch (cause) {
        throw toRowRefusal(cause, child, index);
      }
    }
    await refuseChildCount(context.db, child, parent);
  }
}

interface ChildWrite {
  child: ChildCollection;
  parent: string;
  row: RecordValues;
  /** The position of the previous row. */
  last: number;
}

const isMetaKey = (name: string) => (ROW_META_KEYS as readonly string[]).includes(name);

/** Writes one child row and returns its position. */
async function writeChild(context: WriteContext, { child, parent, row, last }: ChildWrite): Promise<number> {
  const { collection, account } = context;
  const { name: resource } = collection.resource;
  const sent = Object.fromEntries(Object.entries(row).filter(([name]) => !isMetaKey(name)));
  const values = toCurrentNames(collection, sent);
  rejectUnknownRecordFields(collection.resource, account.role, values, RECORD_META_KEYS);
  if (row.id === undefined) {
    if (row.removed === true) return last;
    requireChildPermission(child, account, 'create');
    const fixed = { [child.field]: parent, ...(child.position && { [child.position]: last + 1 }) };
    const added = await insertRecord(context, values, { fixed });
    context.alsoChanged.push({ operation: 'create', resource, recordId: added.id, fields: Object.keys(values) });
    return last + 1;
  }
  const found = await lockRow(context, String(row.id));
  if (found[child.parentColumn.valueColumn] !== parent) throw notFound();
  if (row.removed === true) {
    requireChildPermission(child, account, 'delete');
    refuseStale(context, found, row);
    await deleteLockedRow(context, found);
    context.alsoChanged.push({ operation: 'delete', resource, recordId: found.id });
    return last;
  }
  return updateChild(context, { child, parent, row, last }, found, values);
}

/** Updates a child row and returns its position, which follows `last`: rows keep the order in which they are sent. */
async function updateChild(
  context: WriteContext,
  { child, row, last }: ChildWrite,
  found: CollectionRow,
  values: RecordValues,
): Promise<number> {
  const { collection, account } = context;
  const { position, field } = child;
  const column = collection.columns.find(({ name }) => name === position);
  const current = Number((column && found[column.valueColumn]) ?? 0);
  const next = !position || current > last ? current : last + 1;
  const moved = position && next !== current ? { [position]: next } : {};
  if (Object.keys({ ...values, ...moved }).length === 0) return next;
  requireChildPermission(child, account, 'edit');
  refuseStale(context, found, row);
  const entries = getWritableFields(collection.resource, account.role, 'edit');
  const stored = toRecordValues(collection, found);
  const { [field]: _, ...given } = parseWritableValues(context, values, 'edit', { current: stored });
  const update = { row: found, values: { ...given, ...moved }, sent: given, entries };
  const { row: changed, fields } = await applyUpdate(context, update);
  await refuseUnwritable(context, values, { writable: entries, row: found, changed });
  if (fields.length > 0)
    context.alsoChanged.push({ operation: 'change', resource: collection.resource.name, recordId: found.id, fields });
  return next;
}
