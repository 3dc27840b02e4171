import { mayRead } from '../../../config/rights.ts';
import { rulesOf } from '../../../config/rows.ts';
import { mask } from '../../../fields/text.ts';
import { notFound, Refusal } from '../../base/refusal.ts';
import type { Account } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { mayUnmask, valuesFrom, writable } from '../access/fieldAccess.ts';
import { movesAudience } from '../access/rowRules.ts';
import { findRow } from '../read/findRecords.ts';
import type { Scene } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, collectionDb } from '../schema/collectionDb.ts';
import { type Values, valuesOf } from '../schema/recordRow.ts';
import { type HistoryRow, historyDb } from '../tables/historyTable.ts';
import { recordOf } from '../write/childRecords.ts';
import { writeChange } from '../write/writeRecord.ts';
import { changing, noted, refuseStale, rowToChange } from '../write/writeTransaction.ts';

/** Versions that are given at a time, newest first. */
const MOST = 200;

const versionsOf = (db: CollectionDb | Services['db'], { resource }: Collection, id: string) =>
  historyDb(db)
    .selectFrom('collection_history')
    .selectAll()
    .where('record_id', '=', id)
    .where('resource', '=', resource.name)
    .orderBy('version', 'desc');

/**
 * The versions that this person may see, the newest first: for a role that sees some of the rows alone, those since the
 * record last came under the rules of rows. Of that one the values before are left out.
 */
function visibleVersions(collection: Collection, { role }: Account, versions: readonly HistoryRow[]): HistoryRow[] {
  if (rulesOf(collection.resource, role).length === 0) return [...versions];
  const moved = versions.findIndex(({ after }) => {
    const values = JSON.parse(after) as Values;
    const differing = collection.columns.filter(({ name }) => Object.hasOwn(values, name));
    return movesAudience(
      collection,
      differing.flatMap(({ value, ids }) => [value, ids ?? []].flat()),
    );
  });
  return versions.slice(0, moved + 1 || undefined).map((one, at) => (at === moved ? { ...one, before: '{}' } : one));
}

/** A version's changes of those fields that this person may read, masked as the record's are. */
function changesFor({ resource, columns }: Collection, { role }: Account, row: HistoryRow) {
  const before = JSON.parse(row.before) as Values;
  const after = JSON.parse(row.after) as Values;
  return columns.flatMap(({ name, field }) => {
    if (!Object.hasOwn(after, name) || !mayRead(resource, role, name)) return [];
    const hidden = field.kind.name === 'masked' && !mayUnmask(resource, role, name);
    const shownValue = (value: unknown) => (hidden && typeof value === 'string' ? mask(value) : value);
    return [{ field: name, before: shownValue(before[name] ?? null), after: shownValue(after[name]) }];
  });
}

/** A record's versions, newest first: who made each when by what, and what it made different. */
export async function historyOf({ services, collection, account }: Scene, id: string): Promise<Values[]> {
  const row = await findRow(collectionDb(services.db), services, collection, id, account);
  if (!row) throw notFound();
  const found = await versionsOf(services.db, collection, row.id).limit(MOST).execute();
  const versions = visibleVersions(collection, account, found);
  const people = [...new Set(versions.map(({ account_id }) => account_id))];
  const authors = people.length
    ? await services.db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', people).execute()
    : [];
  const names = new Map(authors.map((one) => [one.id, one.full_name]));
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
  const { changed, freed } = await changing(scene, async (db, publish) => {
    const row = await rowToChange(scene, db, id);
    refuseStale(row, sent);
    const versions = visibleVersions(collection, account, await versionsOf(db, collection, row.id).execute());
    if (!versions.some(({ version }) => version === sent.to)) throw new Refusal(404, 'server.notFound');
    const current = valuesOf(collection, row);
    const later = versions.filter(({ version }) => version > Number(sent.to));
    const earlier: Values = Object.assign({}, ...later.map(({ before }) => JSON.parse(before) as Values));
    const values = valuesFrom(collection, account, earlier, 'edit', current);
    const entries = writable(collection.resource, account.role, 'edit');
    const done = await writeChange(scene, db, publish, { row, values, entries, name: 'restore' });
    await noted(scene, db, row.id, done.fields);
    return done;
  });
  await services.files.discard(freed);
  return recordOf(scene, changed);
}
