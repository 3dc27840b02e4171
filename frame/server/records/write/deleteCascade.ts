import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { computeFields } from '../../../config/computedValues.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type { Services } from '../../services.ts';
import { findAudiences } from '../access/rowRules.ts';
import type { AlsoChanged, OperationContext, WriteContext } from '../read/operationContext.ts';
import { bulkDelete, bulkInsert, splitIntoBatches } from '../schema/bulkStatements.ts';
import type { Collection, Column } from '../schema/collection.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { readLinks, updateRows } from '../schema/linkRows.ts';
import { type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { compileEqualToAny, findReferrers, type Referrer } from './checkReferences.ts';
import { isAccountTable } from './recordAccount.ts';
import { createHistoryRow, deleteHistory } from './recordHistory.ts';
import { releaseUploads } from './recordUploads.ts';

/** Records that one delete may change or delete besides its own. */
const MAX_CASCADE_RECORDS = 1000;
/** Larger cascades run on a worker (frame/server/db/runTransaction.ts). */
const WORKER_THRESHOLD = 100;

/** Effects of a delete on records that referred to the deleted ones. */
export interface CascadeResult {
  alsoChanged: AlsoChanged[];
  /** Files to discard after the commit. */
  freedFiles: string[];
}

interface CascadeContext extends Pick<WriteContext, 'account' | 'publish'> {
  services: Pick<Services, 'app' | 'collections' | 'config' | 'store'>;
  db: Db;
}

/** Deleted rows of one resource, with the column of each field. */
export interface DeletedRecords {
  name: string;
  rows: readonly (Record<string, unknown> & { id: string })[];
  getColumn(field: string): string | undefined;
}

export const toDeletedRecords = ({ resource, columns }: Collection, rows: DeletedRecords['rows']): DeletedRecords => ({
  name: resource.name,
  rows,
  getColumn: (field) => (field === 'id' ? 'id' : columns.find(({ name }) => name === field)?.valueColumn),
});

/** Returns the values of deleted records that a reference may hold. */
export const getReferencedValues = ({ rows, getColumn }: DeletedRecords, { by }: Pick<Referrer, 'by'>): string[] => [
  ...new Set(rows.flatMap((row) => row[getColumn(by) ?? 'id'] ?? []).map(String)),
];

/** Finds the rows that refer to one of these values, at most one more than allowed. Locks them on PostgreSQL. */
export async function findReferringRows(
  db: Db,
  kind: Services['store']['kind'],
  { collection, column }: Pick<Referrer, 'collection' | 'column'>,
  values: readonly string[],
  condition: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<CollectionRow[]> {
  const found: CollectionRow[] = [];
  const lock = sql.raw(kind === 'postgres' ? 'for update' : '');
  for (const batch of splitIntoBatches(values)) {
    const { rows } = await sql<CollectionRow>`select * from ${sql.table(collection.table)}
      where ${compileEqualToAny(column, batch)} and ${condition}
      order by id limit ${MAX_CASCADE_RECORDS + 1} ${lock}`.execute(db);
    found.push(...(await readLinks(db, collection, rows)));
  }
  return found;
}

export function refuseLargeCascade(count: number): void {
  if (count > MAX_CASCADE_RECORDS)
    throw new HttpError(409, 'server.tooManyReferring', { args: { most: MAX_CASCADE_RECORDS } });
}

/** Rows to delete, of a collection or its trash. */
interface CascadeGroup {
  collection: Collection;
  rows: CollectionRow[];
}

/** A record that stays, and the values to remove from its references. */
interface ClearedRecord {
  row: CollectionRow;
  removed: Map<Column, Set<string>>;
}

interface CascadePlan {
  /** The nearest first. */
  deleted: CascadeGroup[];
  cleared: Map<Collection, Map<string, ClearedRecord>>;
}

/** Returns the same reference of records in the trash. */
export function toTrashReferrer({ collection, column, ...referrer }: Referrer): Referrer | undefined {
  const { trash } = collection;
  const trashColumn = trash?.columns.find(({ name }) => name === column.name);
  return trash && trashColumn && { ...referrer, collection: trash, column: trashColumn };
}

/** Plans a cascade level by level, before any write. Throws an HttpError (409) if a reference refuses, or at the limit. */
async function planCascade(
  { services, db }: Pick<CascadeContext, 'services' | 'db'>,
  roots: readonly DeletedRecords[],
): Promise<CascadePlan> {
  const { collections, store } = services;
  const plan: CascadePlan = { deleted: [], cleared: new Map() };
  const all: DeletedRecords[] = [...roots];
  const deletedIds = new Set(roots.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const listReferrers = (rule: OnDelete, { name }: DeletedRecords) =>
    [...findReferrers(name, collections)].filter(({ onDelete }) => onDelete === rule);
  const findRemaining = async (referrer: Referrer, deleted: DeletedRecords) => {
    const values = getReferencedValues(deleted, referrer);
    const rows = await findReferringRows(db, store.kind, referrer, values);
    return rows.filter(({ id }) => !deletedIds.has(id));
  };
  let count = 0;
  const add = (added: number) => {
    count += added;
    refuseLargeCascade(count);
  };
  // Deletes first: records that only deleted records refer to are no reason to refuse. Records in trash go with them.
  for (const deleted of all)
    for (const referrer of listReferrers('delete', deleted))
      for (const one of [referrer, toTrashReferrer(referrer) ?? []].flat()) {
        const rows = await findRemaining(one, deleted);
        if (rows.length === 0) continue;
        for (const { id } of rows) deletedIds.add(id);
        add(rows.length);
        plan.deleted.push({ collection: one.collection, rows });
        all.push(toDeletedRecords(one.collection, rows));
      }
  for (const deleted of all)
    for (const referrer of listReferrers('refuse', deleted))
      if ((await findRemaining(referrer, deleted)).length > 0)
        throw new HttpError(409, `server.inUse|${referrer.collection.resource.name}`);
  for (const deleted of all)
    for (const referrer of listReferrers('clear', deleted)) {
      const { collection, column } = referrer;
      const cleared = plan.cleared.get(collection) ?? new Map<string, ClearedRecord>();
      plan.cleared.set(collection, cleared);
      const values = new Set(getReferencedValues(deleted, referrer));
      for (const row of await findRemaining(referrer, deleted)) {
        const one = cleared.get(row.id) ?? { row, removed: new Map() };
        add(cleared.has(row.id) ? 0 : 1);
        cleared.set(row.id, one);
        one.removed.set(column, (one.removed.get(column) ?? new Set()).union(values));
      }
    }
  return plan;
}

/** True if SQLite should delete the record on a worker, because it takes many others with it. */
export async function isLargeCascade(
  { services, collection }: OperationContext,
  row: CollectionRow | undefined,
): Promise<boolean> {
  if (!row || services.store.kind !== 'sqlite') return false;
  const roots = [toDeletedRecords(collection, [row])];
  const plan = await planCascade({ services, db: services.db }, roots).catch(() => undefined);
  const deleted = plan?.deleted.map(({ rows }) => rows.length) ?? [];
  const cleared = [...(plan?.cleared.values() ?? [])].map(({ size }) => size);
  return [...deleted, ...cleared].reduce((sum, size) => sum + size, 0) > WORKER_THRESHOLD;
}

/** Removes values from a reference. */
const removeValues = ({ name, linkTable }: Column, values: RecordValues, removed: ReadonlySet<string>) =>
  linkTable ? (values[name] as string[]).filter((one) => !removed.has(one)) : null;

/** Returns the new row of a record without its references to deleted records, and the change for its history. */
function clearRecord(
  { services, account }: CascadeContext,
  collection: Collection,
  { row: oldRow, removed }: ClearedRecord,
) {
  const { resource } = collection;
  const before = toRecordValues(collection, oldRow);
  const cleared = [...removed].map(([column, values]) => [column.name, removeValues(column, before, values)] as const);
  const values = computeFields(resource, { ...before, ...Object.fromEntries(cleared) });
  const names = new Set(cleared.map(([name]) => name));
  const written = Object.entries(values).filter(
    ([name]) => names.has(name) || resource.fields[name]?.compute || resource.fields[name]?.when,
  );
  const columns = toRowColumns(collection, Object.fromEntries(written), services.config.timeZone);
  const stamps = { version: oldRow.version + 1, changed_at: Date.now(), changed_by: account.id };
  const newRow: CollectionRow = { ...oldRow, ...columns, ...stamps };
  const after = toRecordValues(collection, newRow);
  const change = { operation: 'change', id: newRow.id, action: undefined, before, values: after } as const;
  return { oldRow, newRow, change, columns: Object.keys(columns), fields: [...names] };
}

/** Prepares to clear references to deleted records. Call it before the delete, and the returned function after it. */
async function prepareClearing(context: CascadeContext, collection: Collection, cleared: readonly ClearedRecord[]) {
  const { db, account, publish } = context;
  const { name: resource, history } = collection.resource;
  const oldRows = cleared.map(({ row }) => row);
  const oldAudiences = await findAudiences(db, collection, oldRows);
  const changed = cleared.map((one) => clearRecord(context, collection, one));
  const newRows = changed.map(({ newRow }) => newRow);
  return async (alsoChanged: AlsoChanged[]) => {
    await updateRows(db, collection, changed);
    const toVersion = ({ change, newRow }: (typeof changed)[number]) =>
      createHistoryRow({ collection, account }, change, newRow.version);
    if (history) await bulkInsert(db, HISTORY_TABLE, changed.map(toVersion));
    const audiences = await findAudiences(db, collection, newRows);
    for (const [at, { newRow, fields }] of changed.entries()) {
      const audience = [...new Set([...(oldAudiences[at] ?? []), ...(audiences[at] ?? [])])];
      publish({ resource, recordId: newRow.id, operation: 'change', audience });
      alsoChanged.push({ operation: 'change', resource, recordId: newRow.id, fields });
    }
  };
}

/** Executes a plan. `deleteRoots` deletes the records themselves, before those that refer to them. */
async function executeCascade(
  context: CascadeContext,
  { deleted, cleared }: CascadePlan,
  deleteRoots: () => Promise<unknown>,
): Promise<CascadeResult> {
  const { db, publish } = context;
  const result: CascadeResult = { alsoChanged: [], freedFiles: [] };
  const clears = [];
  for (const [collection, records] of cleared)
    clears.push(await prepareClearing(context, collection, [...records.values()]));
  const audiences = [];
  for (const { collection, rows } of deleted) audiences.push(await findAudiences(db, collection, rows));
  await deleteRoots();
  for (const [group, { collection, rows }] of deleted.entries()) {
    const ids = rows.map(({ id }) => id);
    result.freedFiles.push(...(await releaseUploads(db, ids)));
    await bulkDelete(db, collection.table, 'id', ids);
    await deleteHistory(db, ids);
    const { name: resource } = collection.resource;
    for (const [at, recordId] of ids.entries()) {
      publish({ resource, recordId, operation: 'delete', audience: audiences[group]?.[at] ?? [] });
      result.alsoChanged.push({ operation: 'delete', resource, recordId });
    }
  }
  for (const clear of clears) await clear(result.alsoChanged);
  return result;
}

/** True if a row of an existing table fits the condition of the collection. */
const isRecordOf = ({ resource }: Collection, row: CollectionRow): boolean =>
  Object.entries(resource.table?.where ?? {}).every(([column, expected]) =>
    typeof expected === 'object' && expected ? row[column] !== expected.not : row[column] === expected,
  );

/**
 * Deletes a locked row of a collection or its trash, with its files and history, and applies `onDelete` of its references.
 * Throws an HttpError (409) if one of them refuses. The row of an account stays: `deleteRecordAccount` clears it.
 */
export async function deleteWithCascade(
  context: CascadeContext,
  collection: Collection,
  row: CollectionRow,
): Promise<CascadeResult> {
  const { db, services } = context;
  // A row of an existing table may be a record of several collections.
  const isShared = (one: Collection) => one.existingTable && one.table === collection.table && isRecordOf(one, row);
  const roots = [collection, ...services.collections.filter((one) => one !== collection && isShared(one))];
  const plan = await planCascade(
    context,
    roots.map((one) => toDeletedRecords(one, [row])),
  );
  const deleteRow = () => bulkDelete(db, collection.table, 'id', isAccountTable(collection) ? [] : [row.id]);
  const { alsoChanged, freedFiles } = await executeCascade(context, plan, deleteRow);
  await deleteHistory(db, [row.id]);
  const along = alsoChanged.filter(({ operation }) => operation === 'delete').map(({ recordId }) => recordId);
  await services.app.afterErase?.(db, [row.id, ...along]);
  return { alsoChanged, freedFiles: [...freedFiles, ...(await releaseUploads(db, [row.id]))] };
}
