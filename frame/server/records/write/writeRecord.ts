import type { NamedAction } from '../../../config/actions.ts';
import { ROW_META_KEYS } from '../../../config/related/childRows.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { isBlank } from '../../../config/validate.ts';
import { notFound } from '../../base/httpError.ts';
import { newId } from '../../db/newId.ts';
import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import { findAudience, mayChangeAudience } from '../access/rowRules.ts';
import { RECORD_META_KEYS, rejectUnknownRecordFields } from '../access/unknownRecordFields.ts';
import { settleDerivedValues } from '../derived/rollupColumns.ts';
import type { RecordChange, WriteContext } from '../read/operationContext.ts';
import { type CollectionRow, createChangeStamps } from '../schema/collectionDb.ts';
import { toCurrentNames } from '../schema/formerNames.ts';
import { pickChangedValues, type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { listNamedRecords, refuseAbsent, refuseReferencedKeyChange, updateKeyCopies } from './checkReferences.ts';
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
import {
  completeNewValues,
  completeValues,
  createStamps,
  type NewRecord,
  parseNewValues,
  refuseInvalidRow,
} from './defaultValues.ts';
import { deleteLockedRow } from './deleteLockedRow.ts';
import { insertRecordRow, isAccountTable, prepareAccountValues, updateRecordRow } from './recordAccount.ts';
import { saveVersion } from './recordHistory.ts';
import { claimUploads } from './recordUploads.ts';
import { refuseAppendOnly, refuseConflicts } from './refuseConflicts.ts';
import { refuseUnwritable } from './refuseUnwritable.ts';
import { runAfterHook, runBeforeHook } from './runHooks.ts';
import { lockRow, publishChange, refuseInvisibleRecord, refuseStale } from './writeTransaction.ts';

const createdAs = (id: string) => ({ operation: 'create', id, before: undefined, action: undefined }) as const;

/**
 * Validates and completes the values of a new record, runs its `before` hook and claims its files. Throws an HttpError
 * (400) at invalid fields. `fixed` values are set by the server, and `copied` ones are stored ones of another record.
 */
export async function prepareRecord(
  context: WriteContext,
  { id, sent, fixed = {}, copied = {} }: NewRecordSource & { id: string; sent: RecordValues },
): Promise<NewRecord> {
  const given = parseNewValues(context, { ...sent, ...fixed }, Object.keys(copied));
  const filled = { ...given, ...fixed, ...copied };
  const written = await runBeforeHook(context, { ...createdAs(id), values: filled });
  const { values, own } = completeNewValues(context, given, { sent, fixed, written });
  const hasFiles = context.collection.columns.some((one) => isUpload(one) && !isBlank(values[one.name]));
  if (isAccountTable(context.collection)) prepareAccountValues(context, values);
  else if (hasFiles) await claimUploads(context, id, values);
  return { id, given: filled, values, own };
}

/** Values of a new record beside those that the caller may fill in. */
interface NewRecordSource {
  fixed?: RecordValues;
  copied?: RecordValues;
}

/** Inserts a record. Throws an HttpError (400) at invalid fields. `source` as in `prepareRecord`. */
export async function insertRecord(
  context: WriteContext,
  sent: RecordValues,
  { id = newId(), now = Date.now(), ...source }: NewRecordSource & { id?: string; now?: number } = {},
): Promise<CollectionRow> {
  const { db, services, collection, account } = context;
  const { given, values, own } = await prepareRecord(context, { id, sent, ...source });
  const entries = getWritableFields(collection.resource, account.role, 'create');
  await refuseAbsent(context, listNamedRecords(context, values, { entries, own }));
  const columns = { ...toRowColumns(collection, values, services.config.timeZone), ...createStamps(context, id, now) };
  await refuseConflicts(context, columns);
  const row = await settleDerivedValues(context, await insertRecordRow(context, columns, values));
  await refuseInvisibleRecord(context, id);
  publishChange(context, id, 'create', ...(await findAudience(db, collection, row)));
  await finishWrite(context, { ...createdAs(id), values: toRecordValues(collection, row) }, 1);
  await writeChildren(context, id, getChildRows(collection, given));
  await refuseInvalidRow(context, row);
  return row;
}

/** Saves the version, runs the `after` hook and queues the `committed` hook. */
async function finishWrite(context: WriteContext, change: RecordChange, version: number): Promise<void> {
  await saveVersion(context, change, version);
  await runAfterHook(context, change);
  context.changes.push({ ...change, collection: context.collection });
}

export interface WriteResult {
  row: CollectionRow;
  /** The names of the changed fields. */
  fields: string[];
}

interface RecordUpdate {
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
  /** The `before` hook has run: `values` are those to write. */
  isPrepared?: boolean;
  /** Rows are written next: the caller calls `refuseInvalidRow` after them. */
  hasRows?: boolean;
}

/** Writes validated values to a locked record and publishes the change. */
export async function applyUpdate(context: WriteContext, update: RecordUpdate): Promise<WriteResult> {
  const { db, services, collection, account } = context;
  const { row, sent, entries = new Map(), action, name, isPrepared, hasRows } = update;
  refuseAppendOnly(collection.resource);
  const before = toRecordValues(collection, row);
  const operation = action?.to ? 'transition' : 'change';
  const change = { operation, id: row.id, before, action: action?.name ?? name } as const;
  const given = isPrepared ? update.values : await runBeforeHook(context, { ...change, values: update.values });
  const values = completeValues(context, given, { current: before, sent, entries });
  const isAccount = isAccountTable(collection);
  if (isAccount) prepareAccountValues(context, values, row);
  else await claimUploads(context, row.id, values, before);
  const columns = toRowColumns(collection, values, services.config.timeZone);
  // An inactive account is deactivated again: if its owner did it, undoing an e-mail change would reactivate it.
  const isEnding = (column: string) => isAccount && column === 'is_active' && columns[column] === 0;
  const differing = Object.keys(columns).filter((column) => columns[column] !== row[column] || isEnding(column));
  if (differing.length === 0) return { row, fields: [] };
  const changedValues = pickChangedValues(collection, values, differing);
  const named = [...listNamedRecords(context, changedValues, { entries, before })];
  const { missing } = update;
  await refuseAbsent(context, missing ? named.filter(({ field }) => !missing.includes(field)) : named);
  await refuseReferencedKeyChange(context, row, columns);
  const oldAudience = mayChangeAudience(collection, differing) ? await findAudience(db, collection, row) : [];
  const written = { ...columns, ...createChangeStamps(collection, row, { differing, by: account.id }) };
  await refuseConflicts(context, { ...row, ...columns }, differing);
  const updated = await updateRecordRow(context, row, written, { ...before, ...values });
  await updateKeyCopies(context, row, columns);
  const newRow = await settleDerivedValues(context, updated);
  publishChange(context, row.id, 'change', ...oldAudience, ...(await findAudience(db, collection, newRow)));
  if (!hasRows) await refuseInvalidRow(context, newRow);
  await finishWrite(context, { ...change, values: toRecordValues(collection, newRow) }, newRow.version);
  return { row: newRow, fields: Object.keys(changedValues) };
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
