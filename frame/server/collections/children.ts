import { sql } from 'kysely';
import { type Children, childrenOf, ROW_MARKS } from '../../config/children.ts';
import { type Deed, mayDo } from '../../config/resource.ts';
import { mayRead } from '../../config/rights.ts';
import { missing } from '../../wire/rules.ts';
import { notFound, Refusal } from '../base/refusal.ts';
import type { Tell } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import { newId } from '../store/id.ts';
import { addRecord, refuseStale, removeRow, rowToChange, type Scene, takenIn, writeChange } from './changes.ts';
import type { Collection } from './collection.ts';
import { type CollectionDb, collectionDb, type Row } from './db.ts';
import { readLinks } from './links.ts';
import { recordsOf } from './records.ts';
import { equalTo } from './references.ts';
import { seenBy } from './rows.ts';
import { type Values, valuesOf } from './rowValues.ts';
import { rolesThat, valuesFrom, writable } from './rules.ts';
import { upToDate } from './upToDate.ts';

/** Rows as they were sent, by field. */
export type SentRows = ReadonlyMap<string, readonly Values[]>;

interface Held extends Children {
  collection: Collection;
  /** The column of the reference to the record. */
  by: Collection['columns'][number];
}

/** The fields of a collection that hold rows, with the collections of these. */
function heldBy({ collection, collections }: Pick<Scene, 'collection' | 'collections'>): Held[] {
  const all = collections.map(({ resource }) => resource);
  return childrenOf(collection.resource, all).flatMap((one) => {
    const found = collections.find(({ resource }) => resource === one.target);
    const by = found?.columns.find(({ name }) => name === one.field);
    return found && by ? [{ ...one, collection: found, by }] : [];
  });
}

/** The rows among values that were sent, which are no values of the record itself. */
export function rowsIn({ resource }: Collection, values: Values): SentRows {
  const found = Object.entries(values).filter(([name]) => resource.fields[name]?.kind.storage === 'children');
  return new Map(found.map(([name, rows]) => [name, (rows ?? []) as Values[]]));
}

/** A refusal of a row, at its cells; the values that two records may not share are its collection's. */
function atRow(cause: unknown, { name, collection }: Held, index: number): unknown {
  const refusal = cause instanceof Refusal ? cause : takenIn(collection, cause);
  if (!refusal) return cause;
  const { errors, ...details } = refusal.details;
  const at = errors
    ? Object.entries(errors).map(([field, message]) => [`${name}.${index}.${field}`, message] as const)
    : [[`${name}.${index}`, refusal.message] as const];
  return new Refusal(refusal.code, refusal.message, { ...details, errors: Object.fromEntries(at) });
}

const forbid = ({ target }: Held, role: Scene['account']['role'], deed: Deed) => {
  if (!mayDo(target, role, deed)) throw new Refusal(403, 'server.forbidden');
};

/**
 * Writes the rows that were sent with a record, within its transaction: those without an id are added, those that are
 * `removed` deleted, others changed where they differ; a row that was not sent stays as it is. Each is held to the
 * rights and rules of its own collection. Throws a Refusal at the cell that is wrong.
 */
export async function writeChildren(scene: Scene, db: CollectionDb, tell: Tell, parent: string, sent: SentRows) {
  if (sent.size === 0) return;
  for (const held of heldBy(scene)) {
    const rows = sent.get(held.name);
    if (!rows) continue;
    const inner: Scene = { ...scene, collection: held.collection };
    let last = 0;
    // What goes makes room first for what comes with the same unique value.
    const order = [...rows.entries()].toSorted(
      ([, a], [, b]) => Number(b.removed === true) - Number(a.removed === true),
    );
    for (const [index, row] of order) {
      try {
        last = await writeRow(inner, db, tell, { held, parent, row, last });
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
  tell: Tell,
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
    const added = await addRecord(scene, db, tell, values, { id: newId(now), now, fixed });
    scene.along.push({ deed: 'create', resource: resource.name, recordId: added.id, fields: Object.keys(values) });
    return last + 1;
  }
  const found = await rowToChange(scene, db, String(row.id));
  if (found[by.value] !== parent) throw notFound();
  if (row.removed === true) {
    forbid(held, account.role, 'delete');
    refuseStale(found, row);
    await removeRow(scene, db, tell, found);
    scene.along.push({ deed: 'delete', resource: resource.name, recordId: found.id });
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
  const done = await writeChange(scene, db, tell, { row: found, values: { ...open, ...moved }, entries });
  if (done.fields.length > 0)
    scene.along.push({ deed: 'change', resource: resource.name, recordId: found.id, fields: done.fields });
  scene.freed.push(...done.freed);
  return next;
}

/** A record has as many rows as its config lets it have. */
async function refuseNumber(db: CollectionDb, { name, own, most, collection, by }: Held, parent: string) {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.table)}
    where ${equalTo(by, parent)} limit ${most + 1}`.execute(db);
  if (rows.length === 0 && own.required) throw Refusal.at(name, 400, missing(name));
  if (rows.length > most) throw Refusal.at(name, 400, 'server.tooManyRows', { most });
}

/** Puts its rows into a record, in their order: those that this person may look at where they may read the field. */
export async function withChildren(
  scene: Pick<Scene, 'services' | 'collection' | 'collections' | 'account'>,
  record: Values,
  db: CollectionDb = collectionDb(scene.services.db),
): Promise<Values> {
  const { services, collection, account } = scene;
  for (const { name, collection: rows, position, by, most } of heldBy(scene)) {
    const reads = rolesThat(rows.resource, ['list', 'show', 'edit'], true).includes(account.role);
    if (!reads || !mayRead(collection.resource, account.role, name)) continue;
    const place = rows.columns.find((column) => column.name === position);
    const order = place ? sql`${sql.ref(place.value)} asc nulls first, id` : sql`id`;
    const where = sql.join([equalTo(by, String(record.id)), ...seenBy(rows, account)], sql` and `);
    const found = await sql<Row>`select * from ${sql.table(rows.table)} where ${where}
      order by ${order} limit ${most}`.execute(db);
    const reader = { ...services, db: db as unknown as Services['db'] };
    record[name] = await recordsOf(reader, rows, await readLinks(db, rows, found.rows), account);
  }
  return record;
}
