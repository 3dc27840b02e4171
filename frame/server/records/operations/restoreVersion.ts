import { mayRead } from '../../../config/rights.ts';
import { getRowRules } from '../../../config/rowRules.ts';
import { maskText } from '../../../fields/text.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { getWritableFields, mayUnmask, parseWritableValues } from '../access/fieldAccess.ts';
import { mayChangeAudience } from '../access/rowRules.ts';
import { findRow } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, toCollectionDb } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { type HistoryRow, toHistoryDb } from '../tables/historyTable.ts';
import { readCurrentRecord } from '../write/childRecords.ts';
import { applyUpdate } from '../write/writeRecord.ts';
import { lockRow, noteChange, refuseStale, runInTransaction } from '../write/writeTransaction.ts';

/** Versions that are given at a time, newest first. */
const MAX_VERSIONS = 200;

const selectVersions = (db: CollectionDb | Services['db'], { resource }: Collection, id: string) =>
  toHistoryDb(db)
    .selectFrom('collection_history')
    .selectAll()
    .where('record_id', '=', id)
    .where('resource', '=', resource.name)
    .orderBy('version', 'desc');

/**
 * The versions that this person may see, the newest first: for a role that sees some of the rows alone, those since the
 * record last came under the rules of rows. Of that one the values before are left out.
 */
function filterVisibleVersions(
  collection: Collection,
  { role }: Account,
  versions: readonly HistoryRow[],
): HistoryRow[] {
  if (getRowRules(collection.resource, role).length === 0) return [...versions];
  const moved = versions.findIndex(({ after }) => {
    const values = JSON.parse(after) as RecordValues;
    const differing = collection.columns.filter(({ name }) => Object.hasOwn(values, name));
    return mayChangeAudience(
      collection,
      differing.flatMap(({ valueColumn: value, idColumn: ids }) => [value, ids ?? []].flat()),
    );
  });
  return versions.slice(0, moved + 1 || undefined).map((one, at) => (at === moved ? { ...one, before: '{}' } : one));
}

/** A version's changes of those fields that this person may read, masked as the record's are. */
function getVisibleChanges({ resource, columns }: Collection, { role }: Account, row: HistoryRow) {
  const before = JSON.parse(row.before) as RecordValues;
  const after = JSON.parse(row.after) as RecordValues;
  return columns.flatMap(({ name, field }) => {
    if (!Object.hasOwn(after, name) || !mayRead(resource, role, name)) return [];
    const hidden = field.kind.name === 'masked' && !mayUnmask(resource, role, name);
    const shownValue = (value: unknown) => (hidden && typeof value === 'string' ? maskText(value) : value);
    return [{ field: name, before: shownValue(before[name] ?? null), after: shownValue(after[name]) }];
  });
}

/** A record's versions, newest first: who made each when by what, and what it made different. */
export async function readHistory(
  { services, collection, account }: OperationContext,
  id: string,
): Promise<RecordValues[]> {
  const row = await findRow(toCollectionDb(services.db), services, collection, id, account);
  if (!row) throw notFound();
  const found = await selectVersions(services.db, collection, row.id).limit(MAX_VERSIONS).execute();
  const versions = filterVisibleVersions(collection, account, found);
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
    changes: getVisibleChanges(collection, account, one),
  }));
}

/**
 * Gives a record the values that it had in an earlier version, of those fields that this person may change; its state
 * and its files stay. Throws a Refusal: 404 where there is no such version, else as a change does.
 */
export async function restoreVersion(scene: OperationContext, id: string, sent: RecordValues): Promise<RecordValues> {
  const { services, collection, account } = scene;
  const { row: changed, freedFiles: freed } = await runInTransaction(scene, async (db, publish) => {
    const row = await lockRow(scene, db, id);
    refuseStale(row, sent);
    const versions = filterVisibleVersions(collection, account, await selectVersions(db, collection, row.id).execute());
    if (!versions.some(({ version }) => version === sent.to)) throw new HttpError(404, 'server.notFound');
    const current = toRecordValues(collection, row);
    const later = versions.filter(({ version }) => version > Number(sent.to));
    const earlier: RecordValues = Object.assign({}, ...later.map(({ before }) => JSON.parse(before) as RecordValues));
    const values = parseWritableValues(collection, account, earlier, 'edit', current);
    const entries = getWritableFields(collection.resource, account.role, 'edit');
    const done = await applyUpdate(scene, db, publish, { row, values, entries, name: 'restore' });
    await noteChange(scene, db, row.id, done.fields);
    return done;
  });
  await services.files.discard(freed);
  return readCurrentRecord(scene, changed);
}
