import type { NamedAction } from '../../../config/actions.ts';
import { ROW_MARKS } from '../../../config/children.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import type { EntryExtras } from '../../audit/entries.ts';
import { notFound } from '../../base/refusal.ts';
import { newId } from '../../db/newId.ts';
import type { Publish } from '../../outbox/transact.ts';
import { valuesFrom, writable } from '../access/fieldAccess.ts';
import { audienceOf, movesAudience } from '../access/rowRules.ts';
import type { Change, Scene } from '../read/operationContext.ts';
import { collectionOf } from '../schema/collection.ts';
import type { CollectionDb, Row } from '../schema/collectionDb.ts';
import { insertRow, updateRow } from '../schema/linkRows.ts';
import { columnsFor, newsOf, type Values, valuesOf } from '../schema/recordRow.ts';
import { upToDate } from '../schema/renamedChoices.ts';
import { refuseDangling, refuseDanglingLinks, refuseReferred } from './checkReferences.ts';
import { atRow, forbid, type Held, heldBy, lastPlace, refuseNumber, rowsIn, type SentRows } from './childRecords.ts';
import { completed, withDefaults } from './defaultValues.ts';
import { deleteRow } from './deleteCascade.ts';
import { checkGiven, refuseUnderWay, sceneWithin } from './hookLimits.ts';
import { changeAccountOf, dropAccount, makeAccount } from './recordAccount.ts';
import { keepHistory } from './recordHistory.ts';
import { holdUploads } from './recordUploads.ts';
import { refuseUnwritable } from './refuseUnwritable.ts';
import { type Along, afterChange, beforeChange, type Inner } from './runHooks.ts';
import { binRow } from './trashCascade.ts';
import { publishChange, refuseStale, refuseUnseen, rowToChange } from './writeTransaction.ts';

/** What a person fills in of a new record, and the values that it will have. */
export interface NewValues {
  given: Values;
  values: Values;
}

/** Of what was sent for a new record. Throws a Refusal (400) at invalid fields. */
export function newValues(scene: Scene, sent: Values): NewValues {
  const given = valuesFrom(scene.collection, scene.account, withDefaults(scene, sent), 'create');
  return { given, values: completed(scene, given, {}) };
}

/** What a new row has of itself. */
export const stampsOf = ({ account }: Pick<Scene, 'account'>, id: string, now: number) => ({
  ...{ id, version: 1, created_at: now, created_by: account.id, changed_at: now, changed_by: account.id },
});

/** Writes a new record within a transaction and gives its row; `fixed` values are the server's own. Throws a Refusal (400) at invalid fields. */
export async function addRecord(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  sent: Values,
  { id, now, fixed = {} }: { id: string; now: number; fixed?: Values },
): Promise<Row> {
  const { services, collection, account } = scene;
  const { resource } = collection;
  const given = valuesFrom(collection, account, withDefaults(scene, { ...sent, ...fixed }), 'create');
  const filled = { ...given, ...fixed };
  const rows = rowsIn(collection, filled);
  const change = { hooked: 'create', id, before: undefined, action: undefined } as const;
  const values = completed(scene, await beforeChange(innerOf(scene, db, publish), { ...change, values: filled }), {});
  const entries = writable(resource, account.role, 'create');
  // What the person filled in must be theirs to name; what the server and its hooks put there need only be there.
  const own = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name in fixed || value !== given[name]),
  );
  await refuseDangling(db, services, resource, account, values, entries, own);
  await refuseDanglingLinks(db, services, collection, account, values, {}, own);
  await holdUploads(db, scene, id, values);
  const row = { ...columnsFor(collection, values, services.config.timeZone), ...stampsOf(scene, id, now) };
  await insertRow(db, collection, row);
  await makeAccount(scene, db, id, values);
  await refuseUnseen(db, scene, id);
  publishChange(publish, scene, id, 'create', ...(await audienceOf(db, collection, row)));
  await written(scene, db, publish, { ...change, values: valuesOf(collection, row) }, 1);
  await writeChildren(scene, db, publish, id, rows);
  return row;
}

/** Keeps what was written in the history, and calls its hooks: now, and once it is committed. */
async function written(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  change: Change,
  version: number,
): Promise<void> {
  await keepHistory(scene, db, change, version);
  await afterChange(innerOf(scene, db, publish), change);
  scene.done.push({ ...change, collection: scene.collection });
}

export interface Written {
  changed: Row;
  /** The fields that differ now. */
  fields: string[];
  /** Files that were replaced, to be discarded once the transaction is done. */
  freed: string[];
}

interface Writing {
  row: Row;
  values: Values;
  /** What they were filled in by. */
  entries: ReadonlyMap<string, EntryConfig<string>>;
  action?: NamedAction;
  /** What it is called in the history, where it is no action. */
  name?: string;
}

/** Writes checked values into a held record and publishes the change. */
export async function writeChange(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  { row, entries, action, name, ...sent }: Writing,
): Promise<Written> {
  const { services, collection, collections, account } = scene;
  const old = valuesOf(collection, row);
  const change = {
    hooked: action?.to ? 'transition' : 'change',
    id: row.id,
    before: old,
    action: action?.name ?? name,
  } as const;
  const values = completed(
    scene,
    await beforeChange(innerOf(scene, db, publish), { ...change, values: sent.values }),
    old,
  );
  const { resource } = collection;
  const freed = await holdUploads(db, scene, row.id, values);
  const columns = columnsFor(collection, values, services.config.timeZone);
  const differing = Object.keys(columns).filter((name) => columns[name] !== row[name]);
  if (differing.length === 0) return { changed: row, fields: [], freed };
  const news = newsOf(collection, values, differing);
  await refuseDangling(db, services, resource, account, news, entries);
  await refuseDanglingLinks(db, services, collection, account, news, old);
  await refuseReferred(db, collection, collections, row, columns);
  const moves = movesAudience(collection, differing);
  const before = moves ? await audienceOf(db, collection, row) : [];
  const audit = collection.placed ? {} : { version: row.version + 1, changed_at: Date.now(), changed_by: account.id };
  await updateRow(db, collection, row, { ...columns, ...audit });
  if (resource.accounts) await changeAccountOf(scene, db, publish, row.id, { ...old, ...values });
  const changed = { ...row, ...columns, ...audit };
  publishChange(publish, scene, row.id, 'change', ...before, ...(await audienceOf(db, collection, changed)));
  await written(scene, db, publish, { ...change, values: valuesOf(collection, changed) }, changed.version);
  return { changed, fields: Object.keys(news), freed };
}

/** Deletes a held record within a transaction, with what its references say goes along; where there is a bin, into that. */
export async function removeRow(scene: Scene, db: CollectionDb, publish: Publish, row: Row): Promise<void> {
  const { services, collection, account } = scene;
  if (collection.bin) return binRow(innerOf(scene, db, publish), collection.bin, row);
  const old = valuesOf(collection, row);
  const change = { hooked: 'delete', id: row.id, values: old, before: old, action: undefined } as const;
  await beforeChange(innerOf(scene, db, publish), change);
  publishChange(publish, scene, row.id, 'delete', ...(await audienceOf(db, collection, row)));
  const { also, paths } = await deleteRow({ services, db, account, publish }, collection, row);
  scene.along.push(...also);
  scene.freed.push(...paths);
  await dropAccount(scene, db, publish, row.id);
  await afterChange(innerOf(scene, db, publish), change);
  scene.done.push({ ...change, collection });
}

/**
 * Writes the rows that were sent with a record, within its transaction: those without an id are added, those that are
 * `removed` deleted, others changed where they differ; a row that was not sent stays as it is. Each is held to the
 * rights and rules of its own collection. Throws a Refusal at the cell that is wrong.
 */
export async function writeChildren(scene: Scene, db: CollectionDb, publish: Publish, parent: string, sent: SentRows) {
  if (sent.size === 0) return;
  for (const held of heldBy(scene)) {
    const rows = sent.get(held.name);
    if (!rows) continue;
    const inner: Scene = { ...scene, collection: held.collection };
    // What is added alone comes behind what is there.
    const isThere = rows.some(({ id, removed }) => id !== undefined && removed !== true);
    let last = isThere ? 0 : await lastPlace(db, held, parent);
    // What goes makes room first for what comes with the same unique value.
    const order = [...rows.entries()].toSorted(
      ([, a], [, b]) => Number(b.removed === true) - Number(a.removed === true),
    );
    for (const [index, row] of order) {
      try {
        last = await writeRow(inner, db, publish, { held, parent, row, last });
      } catch (cause) {
        throw atRow(cause, held, index);
      }
    }
    await refuseNumber(db, held, parent);
  }
}

interface Sent {
  held: Held;
  parent: string;
  row: Values;
  /** The place of the row before it. */
  last: number;
}

/** Writes one row and gives its place. */
async function writeRow(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  { held, parent, row, last }: Sent,
): Promise<number> {
  const { collection, account } = scene;
  const { position, field, by } = held;
  const { resource } = collection;
  const values = upToDate(
    collection,
    Object.fromEntries(Object.entries(row).filter(([name]) => !(ROW_MARKS as readonly string[]).includes(name))),
  );
  if (row.id === undefined) {
    if (row.removed === true) return last;
    forbid(held, account.role, 'create');
    const fixed = { [field]: parent, ...(position && { [position]: last + 1 }) };
    const now = Date.now();
    const added = await addRecord(scene, db, publish, values, { id: newId(now), now, fixed });
    scene.along.push({ operation: 'create', resource: resource.name, recordId: added.id, fields: Object.keys(values) });
    return last + 1;
  }
  const found = await rowToChange(scene, db, String(row.id));
  if (found[by.value] !== parent) throw notFound();
  if (row.removed === true) {
    forbid(held, account.role, 'delete');
    refuseStale(found, row);
    await removeRow(scene, db, publish, found);
    scene.along.push({ operation: 'delete', resource: resource.name, recordId: found.id });
    return last;
  }
  const before = collection.columns.find(({ name }) => name === position);
  const place = Number((before && found[before.value]) ?? 0);
  const next = !position || place > last ? place : last + 1;
  const moved = position && next !== place ? { [position]: next } : {};
  const typed = Object.keys(values).length > 0;
  if (!typed && Object.keys(moved).length === 0) return next;
  forbid(held, account.role, 'edit');
  refuseStale(found, row);
  const entries = writable(resource, account.role, 'edit');
  const { [field]: _, ...open } = valuesFrom(collection, account, values, 'edit', valuesOf(collection, found));
  const done = await writeChange(scene, db, publish, { row: found, values: { ...open, ...moved }, entries });
  await refuseUnwritable(scene, db, { sent: values, writable: entries, row: found, changed: done.changed });
  if (done.fields.length > 0)
    scene.along.push({ operation: 'change', resource: resource.name, recordId: found.id, fields: done.fields });
  scene.freed.push(...done.freed);
  return next;
}

function alongOf(scene: Scene, db: CollectionDb, publish: Publish, of: string): Along {
  const note = (entry: NonNullable<EntryExtras['also']>[number]) => void scene.along.push(entry);
  const within = (name: string) => sceneWithin(scene, of, collectionOf(scene.services, name));
  return {
    note,
    publish,
    async add(name, values) {
      const inner = within(name);
      checkGiven(inner.collection.resource, values, 'along.add');
      const id = newId(Date.now());
      await addRecord(inner, db, publish, {}, { id, now: Date.now(), fixed: values });
      note({ operation: 'create', resource: name, recordId: id, fields: Object.keys(values) });
      return id;
    },
    async change(name, id, values) {
      const inner = within(name);
      checkGiven(inner.collection.resource, values, 'along.change');
      refuseUnderWay(inner, id);
      const row = await rowToChange(inner, db, id);
      const { fields, freed } = await writeChange(inner, db, publish, { row, values, entries: new Map() });
      scene.freed.push(...freed);
      if (fields.length > 0) note({ operation: 'change', resource: name, recordId: id, fields });
    },
  };
}

/** A change under way, as its hooks take part in it. */
export const innerOf = (scene: Scene, db: CollectionDb, publish: Publish): Inner => ({
  scene,
  db,
  publish,
  alongOf: (id) => alongOf(scene, db, publish, id),
});
