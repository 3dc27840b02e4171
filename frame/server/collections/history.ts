import { mayRead } from '../../config/rights.ts';
import { mask } from '../../fields/text.ts';
import { notFound, Refusal } from '../base/refusal.ts';
import type { Account } from '../http/handler.ts';
import type { Services } from '../services.ts';
import { newId } from '../store/id.ts';
import { changing, noted, recordOf, refuseStale, rowToChange, type Scene, writeChange } from './changes.ts';
import type { Collection, Column } from './collection.ts';
import { type CollectionDb, collectionDb } from './db.ts';
import { type HistoryRow, historyDb } from './historyTable.ts';
import type { Change } from './hooks.ts';
import { findRow } from './records.ts';
import { type Values, valuesOf } from './rowValues.ts';
import { mayUnmask, valuesFrom, writable } from './rules.ts';

/** What a history says of a record that comes out of the bin; going there it says `delete`. */
export const RESTORED = 'undelete';

/** Versions that are told at a time, newest first. */
const MOST = 200;

/** Files are not kept twice: a version knows nothing of them. */
const isKept = ({ system, storage }: Column) => !system && storage !== 'file' && storage !== 'files';
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Keeps what a change made different, where the config says so; with a record that is deleted its history goes. */
export async function keepHistory(
  { collection, account }: Pick<Scene, 'collection' | 'account'>,
  db: CollectionDb,
  { id, hooked, action, before = {}, values }: Change,
  version: number,
): Promise<void> {
  if (!collection.resource.history) return;
  const table = historyDb(db);
  if (hooked === 'delete') {
    for (const one of ['collection_history', 'collection_history_was'] as const)
      await table.deleteFrom(one).where('record_id', '=', id).execute();
    return;
  }
  const names = collection.columns.filter(isKept).map(({ name }) => name);
  const differing = names.filter((name) => !same(before[name], values[name]));
  const part = (of: Values) => JSON.stringify(Object.fromEntries(differing.map((name) => [name, of[name] ?? null])));
  const row = { id: newId(), resource: collection.resource.name, record_id: id, version, at: Date.now() };
  const told = { account_id: account.id, action: action ?? hooked, before: part(before), after: part(values) };
  await table
    .insertInto('collection_history')
    .values({ ...row, ...told })
    .execute();
}

const versionsOf = (db: CollectionDb | Services['db'], { resource }: Collection, id: string) =>
  historyDb(db)
    .selectFrom('collection_history')
    .selectAll()
    .where('record_id', '=', id)
    .where('resource', '=', resource.name)
    .orderBy('version', 'desc');

/** A version's changes of those fields that this person may read, masked as the record's are. */
function changesFor({ resource, columns }: Collection, { role }: Account, row: HistoryRow) {
  const before = JSON.parse(row.before) as Values;
  const after = JSON.parse(row.after) as Values;
  return columns.flatMap(({ name, field }) => {
    if (!Object.hasOwn(after, name) || !mayRead(resource, role, name)) return [];
    const hidden = field.kind.name === 'masked' && !mayUnmask(resource, role, name);
    const told = (value: unknown) => (hidden && typeof value === 'string' ? mask(value) : value);
    return [{ field: name, before: told(before[name]), after: told(after[name]) }];
  });
}

/** A record's versions, newest first: who made each when by what, and what it made different. */
export async function historyOf({ services, collection, account }: Scene, id: string): Promise<Values[]> {
  const row = await findRow(collectionDb(services.db), services, collection, id, account);
  if (!row) throw notFound();
  const versions = await versionsOf(services.db, collection, row.id).limit(MOST).execute();
  const people = [...new Set(versions.map(({ account_id }) => account_id))];
  const found = people.length
    ? await services.db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', people).execute()
    : [];
  const names = new Map(found.map((one) => [one.id, one.full_name]));
  return versions.map((one) => ({
    id: one.id,
    version: one.version,
    at: new Date(Number(one.at)).toISOString(),
    by: names.get(one.account_id) ?? null,
    action: one.action,
    changes: changesFor(collection, account, one),
  }));
}

/**
 * Gives a record the values that it had in an earlier version, of those fields that this person may change; its state
 * and its files stay. Throws a Refusal: 404 where there is no such version, else as a change does.
 */
export async function restoreVersion(scene: Scene, id: string, sent: Values): Promise<Values> {
  const { services, collection, account } = scene;
  const { changed, freed } = await changing(scene, async (db, tell) => {
    const row = await rowToChange(scene, db, id);
    refuseStale(row, sent);
    const versions = await versionsOf(db, collection, row.id).execute();
    if (!versions.some(({ version }) => version === sent.to)) throw new Refusal(404, 'server.notFound');
    const current = valuesOf(collection, row);
    const later = versions.filter(({ version }) => version > Number(sent.to));
    const earlier: Values = Object.assign({}, ...later.map(({ before }) => JSON.parse(before) as Values));
    const values = valuesFrom(collection, account, earlier, 'edit', current);
    const entries = writable(collection.resource, account.role, 'edit');
    const done = await writeChange(scene, db, tell, { row, values, entries, name: 'restore' });
    await noted(scene, db, row.id, done.fields);
    return done;
  });
  await services.files.discard(freed);
  return recordOf(scene, changed);
}
