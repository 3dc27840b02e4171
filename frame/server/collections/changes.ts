import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { NamedAction } from '../../config/actions.ts';
import type { EntryConfig } from '../../config/resource.ts';
import type { EventDeed } from '../../wire/events.ts';
import type { Audited } from '../audit/audited.ts';
import type { Told } from '../audit/entries.ts';
import { notFound, Refusal } from '../base/refusal.ts';
import type { Account } from '../http/handler.ts';
import { type Tell, transact } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import { newId } from '../store/id.ts';
import { accountTaken, changeAccountOf, dropAccount, makeAccount } from './accounts.ts';
import { binRow } from './bin.ts';
import { rowsIn, withChildren, writeChildren } from './children.ts';
import { type Collection, indexName } from './collection.ts';
import { type CollectionDb, collectionDb, type Row, schemaDb } from './db.ts';
import { releaseRecord } from './deleting.ts';
import { keepHistory } from './history.ts';
import { afterChange, beforeChange, type Change } from './hooks.ts';
import { withoutLinks, writeLinks } from './links.ts';
import { findRow, findRows, recordsOf } from './records.ts';
import { refuseDangling, refuseDanglingLinks, refuseReferred } from './references.ts';
import { holdFollowing, withFollowing } from './rollups.ts';
import { audienceOf, movesAudience, seenBy } from './rows.ts';
import { columnsFor, type Values, valuesOf } from './rowValues.ts';
import { valuesFrom, writable } from './rules.ts';
import { freeUploads, holdUploads } from './uploads.ts';
import { completed, withDefaults } from './values.ts';

/** What a change of a collection needs to know. */
export interface Scene {
  services: Services;
  collection: Collection;
  /** All of them, for the references between them. */
  collections: readonly Collection[];
  account: Account;
  audit: Pick<Audited, 'note' | 'tried'>;
  /** Who asks, for mails that tell of it. */
  request: FastifyRequest;
  log: FastifyBaseLogger;
  /** What was changed so far, for the hooks that are called once it is committed. */
  done: (Change & { collection: Collection })[];
  /** Records of other collections that were changed with it, for its audit entry. */
  along: NonNullable<Told['also']>[number][];
  /** Files that nothing refers to any more, to be discarded once it is committed. */
  freed: string[];
}

/** The audit entry of a change, or one for each record, with the names of the fields, and what else it did. */
export const noted = (
  { audit, along }: Scene,
  db: CollectionDb,
  ids: string | string[],
  fields: string[] = [],
  also: Told['also'] = [],
) => audit.note(schemaDb(db), { recordIds: [ids].flat(), fields, also: [...along, ...also] });

/** Tells a change to everybody who may see the record as it was, as it is, or both. */
export const tellOf = (tell: Tell, { collection }: Scene, recordId: string, deed: EventDeed, ...audience: string[]) =>
  tell({ resource: collection.resource.name, recordId, deed, audience: [...new Set(audience)] });

/** Nobody adds what they would not see. */
export async function refuseUnseen(
  db: CollectionDb,
  { services, collection, account }: Scene,
  id: string,
): Promise<void> {
  if (seenBy(collection, account).length === 0) return;
  if (!(await findRow(db, services, collection, id, account))) throw new Refusal(400, 'server.unseen');
}

/** How often a change is tried that PostgreSQL ends since it and another one wait for each other. */
const MOST_TRIES = 4;
const isEntangled = (cause: unknown) => ['40P01', '40001'].includes(String((cause as { code?: unknown }).code));

/**
 * Runs a change in one transaction; a value that somebody else took meanwhile is refused (409) at its field. Where it
 * and others would wait for each other for ever, it is undone and begins anew: `work` may run more than once.
 */
export async function changing<T>(
  scene: Scene,
  work: (db: CollectionDb, tell: Tell) => Promise<T>,
  how: { long?: boolean } = {},
  tries = 1,
): Promise<T> {
  const { services, collection, done, along, freed } = scene;
  const lists = [done, along, freed].map((list) => [list, list.length] as const);
  try {
    return await transact(services, (trx, tell) => work(collectionDb(trx), tell), how);
  } catch (cause) {
    if (!isEntangled(cause) || tries >= MOST_TRIES)
      throw takenIn(collection, cause) ?? accountTaken(collection, cause) ?? cause;
    for (const [list, length] of lists) list.length = length;
    return changing(scene, work, how, tries + 1);
  }
}

/** The refusal of a value that somebody else took meanwhile; undefined for any other error. */
export function takenIn({ table, columns }: Collection, cause: unknown): Refusal | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const taken = columns.find(
    ({ unique }) =>
      unique && (constraint === indexName(table, unique) || message === `UNIQUE constraint failed: ${table}.${unique}`),
  );
  return taken && Refusal.at(taken.name, 409, 'server.valueTaken');
}

export async function recordOf(scene: Scene, row: Row, db?: CollectionDb): Promise<Values> {
  const { services, collection, account } = scene;
  const reader = { ...services, ...(db && { db: db as unknown as Services['db'] }) };
  const now = await withFollowing(collectionDb(reader.db), collection, row);
  const [record] = await recordsOf(reader, collection, [now], account);
  return withChildren(scene, record as Values, db);
}

/** Writes a new record within a transaction and gives its row; `fixed` values are the server's own. Throws a Refusal (400) at faulty fields. */
export async function addRecord(
  scene: Scene,
  db: CollectionDb,
  tell: Tell,
  sent: Values,
  { id, now, fixed = {} }: { id: string; now: number; fixed?: Values },
): Promise<Row> {
  const { services, collection, account } = scene;
  const { resource, table } = collection;
  const given = valuesFrom(collection, account, withDefaults(scene, { ...sent, ...fixed }), 'create');
  const filled = { ...given, ...fixed };
  const rows = rowsIn(collection, filled);
  const audit = { id, version: 1, created_at: now, created_by: account.id, changed_at: now, changed_by: account.id };
  const change = { hooked: 'create', id, before: undefined, action: undefined } as const;
  const values = completed(scene, await beforeChange({ scene, db, tell }, { ...change, values: filled }), {});
  const entries = writable(resource, account.role, 'create');
  // What the person filled in must be theirs to name; what the server and its hooks put there need only be there.
  const own = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name in fixed || value !== given[name]),
  );
  await refuseDangling(db, services, resource, account, values, entries, own);
  await refuseDanglingLinks(db, services, collection, account, values, {}, own);
  await holdUploads(db, scene, id, values);
  const row = { ...columnsFor(collection, values, services.config.timeZone), ...audit };
  await db.insertInto(table).values(withoutLinks(collection, row)).execute();
  await writeLinks(db, collection, id, row);
  await makeAccount(scene, db, id, values);
  await refuseUnseen(db, scene, id);
  tellOf(tell, scene, id, 'create', ...(await audienceOf(db, collection, row)));
  await written(scene, db, tell, { ...change, values: valuesOf(collection, row) }, 1);
  await writeChildren(scene, db, tell, id, rows);
  return row;
}

/** Writes a new record and gives it. Throws a Refusal: 400 at faulty fields, 409 at values that are taken. */
export async function createRecord(scene: Scene, sent: Values): Promise<Values> {
  const { fields } = scene.collection.resource;
  const now = Date.now();
  const id = newId(now);
  const made = await changing(scene, async (db, tell) => {
    const row = await addRecord(scene, db, tell, sent, { id, now });
    const named = Object.keys(sent).filter((name) => Object.hasOwn(fields, name));
    await noted(scene, db, id, named);
    return row;
  });
  return recordOf(scene, made);
}

/** Keeps what was written in the history, and calls its hooks: now, and once it is committed. */
async function written(scene: Scene, db: CollectionDb, tell: Tell, change: Change, version: number): Promise<void> {
  await keepHistory(scene, db, change, version);
  await afterChange({ scene, db, tell }, change);
  scene.done.push({ ...change, collection: scene.collection });
}

/**
 * Changes a record, whole or in part, and gives it as it is now. Throws a Refusal: 404 where it is not there or not
 * this person's, 409 where `version` is given and no longer the record's, else as for a new one.
 */
export async function updateRecord(scene: Scene, id: string, sent: Values): Promise<Values> {
  const { services, collection, account } = scene;
  const { changed, freed } = await changing(scene, async (db, tell) => {
    const row = await rowToChange(scene, db, id);
    refuseStale(row, sent);
    const values = valuesFrom(collection, account, sent, 'edit', valuesOf(collection, row));
    const entries = writable(collection.resource, account.role, 'edit');
    const done = await writeChange(scene, db, tell, { row, values, entries });
    await writeChildren(scene, db, tell, row.id, rowsIn(collection, values));
    await noted(scene, db, row.id, done.fields);
    return done;
  });
  await services.files.discard([...freed, ...scene.freed]);
  return recordOf(scene, changed);
}

/** The record, held for a change. Throws a Refusal (404) where it is not there or not this person's. */
export async function rowToChange({ services, collection, collections, account }: Scene, db: CollectionDb, id: string) {
  await holdFollowing(db, services.store.kind, collection, collections, [id]);
  const row = await findRow(db, services, collection, id, account, true);
  if (!row) throw notFound();
  return row;
}

/**
 * The records of these ids that are there and this person's, by id, held for a change; always in one order, so that of two
 * who change the same ones each waits for the other, and never both.
 */
export async function rowsToChange(
  { services, collection, collections, account }: Scene,
  db: CollectionDb,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const wanted = [...new Set(ids)].toSorted();
  if (wanted.length === 0) return new Map();
  await holdFollowing(db, services.store.kind, collection, collections, wanted);
  const rows = await findRows(db, services, collection, wanted, account, true);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Throws a Refusal (409) where `version` was sent and is no longer the record's. */
export function refuseStale(row: Row, sent: Values): void {
  if (sent.version !== undefined && sent.version !== row.version) throw new Refusal(409, 'server.stale');
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

/** Writes checked values into a held record and tells of it. */
export async function writeChange(
  scene: Scene,
  db: CollectionDb,
  tell: Tell,
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
  const values = completed(scene, await beforeChange({ scene, db, tell }, { ...change, values: sent.values }), old);
  const { resource, table } = collection;
  const freed = await holdUploads(db, scene, row.id, values);
  const columns = columnsFor(collection, values, services.config.timeZone);
  const differing = Object.keys(columns).filter((name) => columns[name] !== row[name]);
  if (differing.length === 0) return { changed: row, fields: [], freed };
  const news = Object.fromEntries(Object.entries(values).filter(([name]) => isNew(scene, name, differing)));
  await refuseDangling(db, services, resource, account, news, entries);
  await refuseDanglingLinks(db, services, collection, account, news, old);
  await refuseReferred(db, collection, collections, row, columns);
  const moves = movesAudience(collection, differing);
  const before = moves ? await audienceOf(db, collection, row) : [];
  const audit = collection.placed ? {} : { version: row.version + 1, changed_at: Date.now(), changed_by: account.id };
  await db
    .updateTable(table)
    .set({ ...withoutLinks(collection, columns), ...audit })
    .where('id', '=', row.id)
    .execute();
  await writeLinks(db, collection, row.id, columns, row);
  if (resource.accounts) await changeAccountOf(scene, db, tell, row.id, { ...old, ...values });
  const changed = { ...row, ...columns, ...audit };
  tellOf(tell, scene, row.id, 'change', ...before, ...(await audienceOf(db, collection, changed)));
  await written(scene, db, tell, { ...change, values: valuesOf(collection, changed) }, changed.version);
  return { changed, fields: Object.keys(news), freed };
}

/** Whether a field's value is among what a change makes different: what was there before need not be there still. */
const isNew = ({ collection }: Scene, name: string, differing: string[]) =>
  collection.columns.some((column) => column.name === name && differing.includes(column.value));

/** Deletes a held record within a transaction, with what its references say goes along; where there is a bin, into that. */
export async function removeRow(scene: Scene, db: CollectionDb, tell: Tell, row: Row): Promise<void> {
  const { services, collection, account } = scene;
  if (collection.bin) return binRow(scene, db, tell, collection.bin, row);
  const old = valuesOf(collection, row);
  const change = { hooked: 'delete', id: row.id, values: old, before: old, action: undefined } as const;
  await beforeChange({ scene, db, tell }, change);
  const { also, paths } = await releaseRecord({ services, db, account, tell }, collection, row);
  scene.along.push(...also);
  scene.freed.push(...paths, ...(await freeUploads(db, row.id)));
  tellOf(tell, scene, row.id, 'delete', ...(await audienceOf(db, collection, row)));
  await db.deleteFrom(collection.table).where('id', '=', row.id).execute();
  await dropAccount(scene, db, tell, row.id);
  await written(scene, db, tell, change, row.version);
}

/** Deletes a record and gives it as it was. Throws a Refusal: 404, or 409 while others refer to it. */
export async function deleteRecord(scene: Scene, id: string): Promise<Values> {
  const gone = await changing(scene, async (db, tell) => {
    const row = await rowToChange(scene, db, id);
    const record = await recordOf(scene, row, db);
    await removeRow(scene, db, tell, row);
    await noted(scene, db, row.id);
    return record;
  });
  await scene.services.files.discard(scene.freed);
  return gone;
}
