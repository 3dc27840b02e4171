import { type Account, HttpError, notFound } from 'portal-frame/server';
import { findAccountNames } from 'portal-frame/server/accounts';
import {
  applyUpdate,
  clearMissingReferences,
  getDb,
  getRowRule,
  isSourceInKeyScope,
  lockRow,
  mayChangeAudience,
  mayUnmask,
  noteChange,
  type OperationContext,
  parseWritableValues,
  type ReadContext,
  readCurrentRecord,
  refuseStale,
  requirePermission,
  runInTransaction,
} from 'portal-frame/server/collections';
import { type Collection, findRow, type HistoryRow, toRecordValues } from 'portal-frame/server/database';
import { getWritableFields, maskText, mayRead, type RecordValues } from 'portal-frame/server/plugins';

/** Versions returned at a time, newest first. */
const MAX_VERSIONS = 200;

const selectVersions = (context: ReadContext, id: string) =>
  getDb(context)
    .selectFrom('collection_history')
    .selectAll()
    .where('record_id', '=', id)
    .where('resource', '=', context.collection.resource.name)
    .orderBy('version', 'desc');

/**
 * Returns the versions that the user may see. With row rules, these start at the last change of a column that the rules
 * use, without the values before it.
 */
function filterVisibleVersions(
  collection: Collection,
  { role }: Account,
  versions: readonly HistoryRow[],
): HistoryRow[] {
  if (!getRowRule(collection.resource, role)) return [...versions];
  const moved = versions.findIndex(({ after }) => {
    const values = JSON.parse(after) as RecordValues;
    const changed = collection.columns.filter(({ name }) => Object.hasOwn(values, name));
    const columns = changed.flatMap(({ valueColumn, idColumn }) => [valueColumn, idColumn ?? []].flat());
    return mayChangeAudience(collection, columns);
  });
  return versions.slice(0, moved + 1 || undefined).map((one, at) => (at === moved ? { ...one, before: '{}' } : one));
}

/** Returns the changes of a version to fields that the user may read, masked as in the record. */
function getVisibleChanges({ resource, columns }: Collection, account: Account, row: HistoryRow) {
  const before = JSON.parse(row.before) as RecordValues;
  const after = JSON.parse(row.after) as RecordValues;
  const { role } = account;
  return columns.flatMap((column) => {
    const { name, field } = column;
    if (!Object.hasOwn(after, name) || !mayRead(resource, role, name) || !isSourceInKeyScope(column, account))
      return [];
    const isMasked = field.kind.hidden && !mayUnmask(resource, role, name);
    const show = (value: unknown) => (isMasked && typeof value === 'string' ? maskText(value) : value);
    return [{ field: name, before: show(before[name] ?? null), after: show(after[name]) }];
  });
}

/** True if a version changed fields of which the user may read none: its author and time stay hidden as well. */
const isHidden = (changes: readonly unknown[], { after, action }: HistoryRow) =>
  changes.length === 0 && after !== '{}' && action !== 'create';

/** Reads the versions of a record, newest first: author, time, action and changes. */
export async function readHistory(context: OperationContext, id: string): Promise<RecordValues[]> {
  const { collection, account } = context;
  const row = await findRow(context, id);
  if (!row) throw notFound();
  const found = await selectVersions(context, row.id).limit(MAX_VERSIONS).execute();
  const versions = filterVisibleVersions(collection, account, found);
  const authors = versions.map(({ account_id }) => account_id);
  const names = await findAccountNames(getDb(context), authors);
  return versions.flatMap((one) => {
    const changes = getVisibleChanges(collection, account, one);
    if (isHidden(changes, one)) return [];
    const { id, version, action } = one;
    const [at, by] = [new Date(Number(one.at)).toISOString(), names.get(one.account_id) ?? null];
    return [{ id, version, at, by, action, changes }];
  });
}

/**
 * Restores the values of an earlier version in the fields that the user may change. State and files stay. Throws an
 * HttpError: 404 if there is no such version, else as an update does.
 */
export async function restoreVersion(context: OperationContext, id: string, sent: RecordValues): Promise<RecordValues> {
  const { collection, account } = context;
  requirePermission(context, ['edit']);
  const changed = await runInTransaction(context, async (write) => {
    const row = await lockRow(write, id);
    refuseStale(write, row, sent);
    const versions = filterVisibleVersions(collection, account, await selectVersions(write, row.id).execute());
    if (!versions.some(({ version }) => version === sent.to)) throw new HttpError(404, 'server.notFound');
    const later = versions.filter(({ version }) => version > Number(sent.to));
    const earlier: RecordValues = Object.assign({}, ...later.map(({ before }) => JSON.parse(before) as RecordValues));
    const restored = await clearMissingReferences(write, earlier);
    const values = parseWritableValues(write, restored.values, 'edit', { current: toRecordValues(collection, row) });
    const entries = getWritableFields(collection.resource, account.role, 'edit');
    const { missing } = restored;
    const result = await applyUpdate(write, { row, values, entries, missing, name: 'restore' });
    await noteChange(write, row.id, result.fields);
    return result.row;
  });
  return readCurrentRecord(context, changed);
}
