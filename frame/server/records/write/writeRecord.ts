import type { NamedAction } from '../../../config/actions.ts';
import { ROW_META_KEYS } from '../../../config/childRows.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import type { EntryExtras } from '../../audit/createAuditEntries.ts';
import { notFound } from '../../base/httpError.ts';
import { newId } from '../../db/newId.ts';
import type { Publish } from '../../outbox/transact.ts';
import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import { findAudience, mayChangeAudience } from '../access/rowRules.ts';
import type { OperationContext, RecordChange } from '../read/operationContext.ts';
import { getCollection } from '../schema/collection.ts';
import type { CollectionDb, CollectionRow } from '../schema/collectionDb.ts';
import { toCurrentNames } from '../schema/formerNames.ts';
import { insertRow, updateRow } from '../schema/linkRows.ts';
import { pickChangedValues, type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { refuseDanglingLinks, refuseDanglingReferences, refuseReferencedKeyChange } from './checkReferences.ts';
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
import { applyDefaults, completeValues } from './defaultValues.ts';
import { deleteWithCascade } from './deleteCascade.ts';
import { checkHookValues, createNestedContext, refuseActiveRecord } from './hookLimits.ts';
import { createRecordAccount, deleteRecordAccount, updateRecordAccount } from './recordAccount.ts';
import { saveVersion } from './recordHistory.ts';
import { claimUploads } from './recordUploads.ts';
import { refuseUnwritable } from './refuseUnwritable.ts';
import { type HookRecords, type HookTransaction, runAfterHook, runBeforeHook } from './runHooks.ts';
import { moveToBin } from './trashCascade.ts';
import { lockRow, publishChange, refuseInvisibleRecord, refuseStale } from './writeTransaction.ts';

/** What a person fills in of a new record, and the values that it will have. */
export interface NewValues {
  given: RecordValues;
  values: RecordValues;
}

/** Of what was sent for a new record. Throws a Refusal (400) at invalid fields. */
export function prepareNewValues(scene: OperationContext, sent: RecordValues): NewValues {
  const given = parseWritableValues(scene.collection, scene.account, applyDefaults(scene, sent), 'create');
  return { given, values: completeValues(scene, given, {}) };
}

/** What a new row has of itself. */
export const createStamps = ({ account }: Pick<OperationContext, 'account'>, id: string, now: number) => ({
  ...{ id, version: 1, created_at: now, created_by: account.id, changed_at: now, changed_by: account.id },
});

/** Writes a new record within a transaction and gives its row; `fixed` values are the server's own. Throws a Refusal (400) at invalid fields. */
export async function insertRecord(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  sent: RecordValues,
  { id, now, fixed = {} }: { id: string; now: number; fixed?: RecordValues },
): Promise<CollectionRow> {
  const { services, collection, account } = scene;
  const { resource } = collection;
  const given = parseWritableValues(collection, account, applyDefaults(scene, { ...sent, ...fixed }), 'create');
  const filled = { ...given, ...fixed };
  const rows = getChildRows(collection, filled);
  const change = { operation: 'create', id, before: undefined, action: undefined } as const;
  const values = completeValues(
    scene,
    await runBeforeHook(createHookTransaction(scene, db, publish), { ...change, values: filled }),
    {},
  );
  const entries = getWritableFields(resource, account.role, 'create');
  // What the person filled in must be theirs to name; what the server and its hooks put there need only be there.
  const own = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name in fixed || value !== given[name]),
  );
  await refuseDanglingReferences(db, services, resource, account, values, entries, own);
  await refuseDanglingLinks(db, services, collection, account, values, {}, own);
  await claimUploads(db, scene, id, values);
  const row = { ...toRowColumns(collection, values, services.config.timeZone), ...createStamps(scene, id, now) };
  await insertRow(db, collection, row);
  await createRecordAccount(scene, db, id, values);
  await refuseInvisibleRecord(db, scene, id);
  publishChange(publish, scene, id, 'create', ...(await findAudience(db, collection, row)));
  await finishWrite(scene, db, publish, { ...change, values: toRecordValues(collection, row) }, 1);
  await writeChildren(scene, db, publish, id, rows);
  return row;
}

/** Keeps what was written in the history, and calls its hooks: now, and once it is committed. */
async function finishWrite(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  change: RecordChange,
  version: number,
): Promise<void> {
  await saveVersion(scene, db, change, version);
  await runAfterHook(createHookTransaction(scene, db, publish), change);
  scene.changes.push({ ...change, collection: scene.collection });
}

export interface WriteResult {
  row: CollectionRow;
  /** The fields that differ now. */
  fields: string[];
  /** Files that were replaced, to be discarded once the transaction is done. */
  freedFiles: string[];
}

interface RecordUpdate {
  row: CollectionRow;
  values: RecordValues;
  /** What they were filled in by. */
  entries: ReadonlyMap<string, EntryConfig<string>>;
  action?: NamedAction;
  /** What it is called in the history, where it is no action. */
  name?: string;
}

/** Writes checked values into a held record and publishes the change. */
export async function applyUpdate(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  { row, entries, action, name, ...sent }: RecordUpdate,
): Promise<WriteResult> {
  const { services, collection, collections, account } = scene;
  const old = toRecordValues(collection, row);
  const change = {
    operation: action?.to ? 'transition' : 'change',
    id: row.id,
    before: old,
    action: action?.name ?? name,
  } as const;
  const values = completeValues(
    scene,
    await runBeforeHook(createHookTransaction(scene, db, publish), { ...change, values: sent.values }),
    old,
  );
  const { resource } = collection;
  const freed = await claimUploads(db, scene, row.id, values);
  const columns = toRowColumns(collection, values, services.config.timeZone);
  const differing = Object.keys(columns).filter((name) => columns[name] !== row[name]);
  if (differing.length === 0) return { row: row, fields: [], freedFiles: freed };
  const news = pickChangedValues(collection, values, differing);
  await refuseDanglingReferences(db, services, resource, account, news, entries);
  await refuseDanglingLinks(db, services, collection, account, news, old);
  await refuseReferencedKeyChange(db, collection, collections, row, columns);
  const moves = mayChangeAudience(collection, differing);
  const before = moves ? await findAudience(db, collection, row) : [];
  const audit = collection.existingTable
    ? {}
    : { version: row.version + 1, changed_at: Date.now(), changed_by: account.id };
  await updateRow(db, collection, row, { ...columns, ...audit });
  if (resource.accounts) await updateRecordAccount(scene, db, publish, row.id, { ...old, ...values });
  const changed = { ...row, ...columns, ...audit };
  publishChange(publish, scene, row.id, 'change', ...before, ...(await findAudience(db, collection, changed)));
  await finishWrite(scene, db, publish, { ...change, values: toRecordValues(collection, changed) }, changed.version);
  return { row: changed, fields: Object.keys(news), freedFiles: freed };
}

/** Deletes a held record within a transaction, with what its references say goes along; where there is a bin, into that. */
export async function deleteHeldRecord(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  row: CollectionRow,
): Promise<void> {
  const { services, collection, account } = scene;
  if (collection.bin) return moveToBin(createHookTransaction(scene, db, publish), collection.bin, row);
  const old = toRecordValues(collection, row);
  const change = { operation: 'delete', id: row.id, values: old, before: old, action: undefined } as const;
  await runBeforeHook(createHookTransaction(scene, db, publish), change);
  publishChange(publish, scene, row.id, 'delete', ...(await findAudience(db, collection, row)));
  const { alsoChanged: also, freedFiles: paths } = await deleteWithCascade(
    { services, db, account, publish },
    collection,
    row,
  );
  scene.alsoChanged.push(...also);
  scene.freedFiles.push(...paths);
  await deleteRecordAccount(scene, db, publish, row.id);
  await runAfterHook(createHookTransaction(scene, db, publish), change);
  scene.changes.push({ ...change, collection });
}

/**
 * Writes the rows that were sent with a record, within its transaction: those without an id are added, those that are
 * `removed` deleted, others changed where they differ; a row that was not sent stays as it is. Each is held to the
 * rights and rules of its own collection. Throws a Refusal at the cell that is wrong.
 */
export async function writeChildren(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  parent: string,
  sent: ChildRows,
) {
  if (sent.size === 0) return;
  for (const held of getChildCollections(scene)) {
    const rows = sent.get(held.name);
    if (!rows) continue;
    const inner: OperationContext = { ...scene, collection: held.collection };
    // What is added alone comes behind what is there.
    const isThere = rows.some(({ id, removed }) => id !== undefined && removed !== true);
    let last = isThere ? 0 : await findLastPosition(db, held, parent);
    // What goes makes room first for what comes with the same unique value.
    const order = [...rows.entries()].toSorted(
      ([, a], [, b]) => Number(b.removed === true) - Number(a.removed === true),
    );
    for (const [index, row] of order) {
      try {
        last = await writeChild(inner, db, publish, { held, parent, row, last });
      } catch (cause) {
        throw toRowRefusal(cause, held, index);
      }
    }
    await refuseChildCount(db, held, parent);
  }
}

interface ChildWrite {
  held: ChildCollection;
  parent: string;
  row: RecordValues;
  /** The place of the row before it. */
  last: number;
}

/** Writes one row and gives its place. */
async function writeChild(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  { held, parent, row, last }: ChildWrite,
): Promise<number> {
  const { collection, account } = scene;
  const { position, field, parentColumn: by } = held;
  const { resource } = collection;
  const values = toCurrentNames(
    collection,
    Object.fromEntries(Object.entries(row).filter(([name]) => !(ROW_META_KEYS as readonly string[]).includes(name))),
  );
  if (row.id === undefined) {
    if (row.removed === true) return last;
    requireChildPermission(held, account.role, 'create');
    const fixed = { [field]: parent, ...(position && { [position]: last + 1 }) };
    const now = Date.now();
    const added = await insertRecord(scene, db, publish, values, { id: newId(now), now, fixed });
    scene.alsoChanged.push({
      operation: 'create',
      resource: resource.name,
      recordId: added.id,
      fields: Object.keys(values),
    });
    return last + 1;
  }
  const found = await lockRow(scene, db, String(row.id));
  if (found[by.valueColumn] !== parent) throw notFound();
  if (row.removed === true) {
    requireChildPermission(held, account.role, 'delete');
    refuseStale(found, row);
    await deleteHeldRecord(scene, db, publish, found);
    scene.alsoChanged.push({ operation: 'delete', resource: resource.name, recordId: found.id });
    return last;
  }
  const before = collection.columns.find(({ name }) => name === position);
  const place = Number((before && found[before.valueColumn]) ?? 0);
  const next = !position || place > last ? place : last + 1;
  const moved = position && next !== place ? { [position]: next } : {};
  const typed = Object.keys(values).length > 0;
  if (!typed && Object.keys(moved).length === 0) return next;
  requireChildPermission(held, account.role, 'edit');
  refuseStale(found, row);
  const entries = getWritableFields(resource, account.role, 'edit');
  const { [field]: _, ...open } = parseWritableValues(
    collection,
    account,
    values,
    'edit',
    toRecordValues(collection, found),
  );
  const done = await applyUpdate(scene, db, publish, { row: found, values: { ...open, ...moved }, entries });
  await refuseUnwritable(scene, db, { sent: values, writable: entries, row: found, changed: done.row });
  if (done.fields.length > 0)
    scene.alsoChanged.push({ operation: 'change', resource: resource.name, recordId: found.id, fields: done.fields });
  scene.freedFiles.push(...done.freedFiles);
  return next;
}

function createHookRecords(scene: OperationContext, db: CollectionDb, publish: Publish, of: string): HookRecords {
  const note = (entry: NonNullable<EntryExtras['nested']>[number]) => void scene.alsoChanged.push(entry);
  const within = (name: string) => createNestedContext(scene, of, getCollection(scene.services, name));
  return {
    note,
    publish,
    async create(name, values) {
      const inner = within(name);
      checkHookValues(inner.collection.resource, values, 'along.add');
      const id = newId(Date.now());
      await insertRecord(inner, db, publish, {}, { id, now: Date.now(), fixed: values });
      note({ operation: 'create', resource: name, recordId: id, fields: Object.keys(values) });
      return id;
    },
    async update(name, id, values) {
      const inner = within(name);
      checkHookValues(inner.collection.resource, values, 'along.change');
      refuseActiveRecord(inner, id);
      const row = await lockRow(inner, db, id);
      const { fields, freedFiles: freed } = await applyUpdate(inner, db, publish, { row, values, entries: new Map() });
      scene.freedFiles.push(...freed);
      if (fields.length > 0) note({ operation: 'change', resource: name, recordId: id, fields });
    },
  };
}

/** A change under way, as its hooks take part in it. */
export const createHookTransaction = (
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
): HookTransaction => ({
  context: scene,
  db,
  publish,
  getRecords: (id) => createHookRecords(scene, db, publish, id),
});
