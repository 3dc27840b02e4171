import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { computeFields } from '../../../config/dynamicValues.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import type { EntryExtras } from '../../audit/createAuditEntries.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import { findAudiences } from '../access/rowRules.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { bulkDelete, bulkInsert, splitIntoBatches } from '../schema/bulkStatements.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { readLinks, updateRows } from '../schema/linkRows.ts';
import { type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { compileEqualToAny, findReferrers, type Referrer } from './checkReferences.ts';
import { createHistoryRow, deleteHistory } from './recordHistory.ts';
import { releaseUploads } from './recordUploads.ts';

/** Records that one deletion changes or deletes along at most. */
const MAX_CASCADE_RECORDS = 1000;

/** What a deletion did to records that referred to the one deleted. */
export interface CascadeResult {
  /** For the audit entry of the deletion. */
  alsoChanged: NonNullable<EntryExtras['nested']>[number][];
  /** Files of records that were deleted along, to be discarded once the change is done. */
  freedFiles: string[];
}

interface CascadeContext {
  services: Pick<Services, 'collections' | 'config' | 'store'>;
  db: CollectionDb | Services['db'];
  account: Account;
  publish: Publish;
}

/** Records that go, all of one name: their values by column, and the column of a field that references keep. */
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

/** The values of records that go which a reference may keep. */
export const getReferencedValues = (
  { rows, getColumn: column }: DeletedRecords,
  { by }: Pick<Referrer, 'by'>,
): string[] => [...new Set(rows.flatMap((row) => row[column(by) ?? 'id'] ?? []).map(String))];

/**
 * The records that refer to one of these values, at most one more than may be; on PostgreSQL they are held, in one
 * order. `test` narrows them.
 */
export async function findReferringRows(
  db: CollectionDb,
  kind: Services['store']['kind'],
  { collection, column }: Pick<Referrer, 'collection' | 'column'>,
  values: readonly string[],
  test: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<CollectionRow[]> {
  const found: CollectionRow[] = [];
  const hold = sql.raw(kind === 'postgres' ? 'for update' : '');
  for (const some of splitIntoBatches(values)) {
    const { rows } = await sql<CollectionRow>`select * from ${sql.table(collection.table)}
      where ${compileEqualToAny(column, some)} and ${test} order by id limit ${MAX_CASCADE_RECORDS + 1} ${hold}`.execute(
      db,
    );
    found.push(...(await readLinks(db, collection, rows)));
  }
  return found;
}

export const refuseLargeCascade = (number: number) => {
  if (number > MAX_CASCADE_RECORDS)
    throw new HttpError(409, 'server.tooManyReferring', { args: { most: MAX_CASCADE_RECORDS } });
};

/** Records that go along, of one collection or its bin. */
interface CascadeGroup {
  collection: Collection;
  rows: CollectionRow[];
}

/** A record that stays, without what it has of those that go. */
interface ClearedRecord {
  row: CollectionRow;
  removed: Map<Column, Set<string>>;
}

/** What happens to others when records go: found before anything is written. */
interface CascadePlan {
  /** The nearest first. */
  deleted: CascadeGroup[];
  cleared: Map<Collection, Map<string, ClearedRecord>>;
}

/** The same reference of records in the bin: they go along as well, and are no reason to refuse. */
export function toBinReferrer({ collection, column, ...referrer }: Referrer): Referrer | undefined {
  const { bin } = collection;
  const own = bin?.columns.find(({ name }) => name === column.name);
  return bin && own && { ...referrer, collection: bin, column: own };
}

/** Finds level by level what refers to records that go. Throws a Refusal (409) where it refuses, or is too much. */
async function planCascade(
  { services, db: on }: Pick<CascadeContext, 'services' | 'db'>,
  roots: readonly DeletedRecords[],
): Promise<CascadePlan> {
  const db = toCollectionDb(on);
  const { collections, store } = services;
  const gone = new Set(roots.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const plan: CascadePlan = { deleted: [], cleared: new Map() };
  const all: DeletedRecords[] = [...roots];
  const referring = (rule: OnDelete, { name }: DeletedRecords) =>
    [...findReferrers(name, collections)].filter(({ onDelete }) => onDelete === rule);
  const stay = async (referrer: Referrer, going: DeletedRecords) =>
    (await findReferringRows(db, store.kind, referrer, getReferencedValues(going, referrer))).filter(
      ({ id }) => !gone.has(id),
    );
  let number = 0;
  // What goes along is found with the rest: what only they refer to is no reason to refuse.
  for (const going of all)
    for (const referrer of referring('delete', going))
      for (const one of [referrer, toBinReferrer(referrer) ?? []].flat()) {
        const rows = await stay(one, going);
        if (rows.length === 0) continue;
        for (const { id } of rows) gone.add(id);
        number += rows.length;
        refuseLargeCascade(number);
        plan.deleted.push({ collection: one.collection, rows });
        all.push(toDeletedRecords(one.collection, rows));
      }
  for (const going of all)
    for (const referrer of referring('refuse', going))
      if ((await stay(referrer, going)).length > 0)
        throw new HttpError(409, `server.inUse|${referrer.collection.resource.name}`);
  for (const going of all)
    for (const referrer of referring('clear', going)) {
      const { collection, column } = referrer;
      const found = plan.cleared.get(collection) ?? new Map<string, ClearedRecord>();
      plan.cleared.set(collection, found);
      for (const row of await stay(referrer, going)) {
        const one = found.get(row.id) ?? { row, removed: new Map() };
        number += found.has(row.id) ? 0 : 1;
        refuseLargeCascade(number);
        found.set(row.id, one);
        one.removed.set(
          column,
          (one.removed.get(column) ?? new Set()).union(new Set(getReferencedValues(going, referrer))),
        );
      }
    }
  return plan;
}

/** Records that go along which are worth a thread of their own (frame/server/db/workerTransaction.ts). */
const WORKER_THRESHOLD = 100;

/** Whether a record takes so many along that SQLite should not do it on the server's own thread. */
export async function isLargeCascade(
  { services, collection }: OperationContext,
  row: CollectionRow | undefined,
): Promise<boolean> {
  if (!row || services.store.kind !== 'sqlite') return false;
  const plan = await planCascade({ services, db: services.db }, [toDeletedRecords(collection, [row])]).catch(
    () => undefined,
  );
  const rows = plan?.deleted.map((one) => one.rows.length) ?? [];
  const cleared = [...(plan?.cleared.values() ?? [])].map(({ size }) => size);
  return [...rows, ...cleared].reduce((sum, one) => sum + one, 0) > WORKER_THRESHOLD;
}

/** A field without the values that go. */
const removeValues = ({ name, linkTable: links }: Column, values: RecordValues, gone: ReadonlySet<string>) =>
  links ? (values[name] as string[]).filter((one) => !gone.has(one)) : null;

/** What makes of records what they are without those that go; call it while these are there. */
async function prepareClearing(
  { services, db: on, account, publish }: CascadeContext,
  collection: Collection,
  cleared: readonly ClearedRecord[],
) {
  const db = toCollectionDb(on);
  const { resource } = collection;
  const rows = cleared.map(({ row }) => row);
  const before = await findAudiences(db, collection, rows);
  const at = Date.now();
  const changed = cleared.map(({ row: was, removed: gone }) => {
    const old = toRecordValues(collection, was);
    const kept = [...gone].map(([column, values]) => [column.name, removeValues(column, old, values)] as const);
    const values = computeFields(resource, { ...old, ...Object.fromEntries(kept) });
    const names = new Set(kept.map(([name]) => name));
    const written = Object.entries(values).filter(([name]) => names.has(name) || resource.fields[name]?.compute);
    const columns = toRowColumns(collection, Object.fromEntries(written), services.config.timeZone);
    const stamps = { version: was.version + 1, changed_at: at, changed_by: account.id };
    const row: CollectionRow = { ...was, ...columns, ...stamps };
    const change = {
      operation: 'change',
      id: row.id,
      action: undefined,
      before: old,
      values: toRecordValues(collection, row),
    } as const;
    return { oldRow: was, newRow: row, change, columns: Object.keys(columns), fields: [...names] };
  });
  return async (released: CascadeResult) => {
    await updateRows(db, services.store.kind, collection, changed);
    if (resource.history) {
      const history = changed.map(({ change, newRow: row }) =>
        createHistoryRow({ collection, account }, change, row.version),
      );
      await bulkInsert(db, HISTORY_TABLE, history);
    }
    const after = await findAudiences(
      db,
      collection,
      changed.map(({ newRow }) => newRow),
    );
    for (const [place, { newRow: row, fields }] of changed.entries()) {
      const audience = [...new Set([...(before[place] ?? []), ...(after[place] ?? [])])];
      publish({ resource: resource.name, recordId: row.id, operation: 'change', audience });
      released.alsoChanged.push({ operation: 'change', resource: resource.name, recordId: row.id, fields });
    }
  };
}

/** Does what a plan says; the records themselves go by `goes` before those that refer to them. */
async function executeCascade(
  on: CascadeContext,
  { deleted: along, cleared }: CascadePlan,
  goes: () => Promise<unknown>,
): Promise<CascadeResult> {
  const { publish } = on;
  const db = toCollectionDb(on.db);
  const released: CascadeResult = { alsoChanged: [], freedFiles: [] };
  // By what is there still.
  const clears = [];
  for (const [collection, found] of cleared) clears.push(await prepareClearing(on, collection, [...found.values()]));
  const audiences = [];
  for (const { collection, rows } of along) audiences.push(await findAudiences(db, collection, rows));
  await goes();
  for (const [at, { collection, rows }] of along.entries()) {
    const ids = rows.map(({ id }) => id);
    released.freedFiles.push(...(await releaseUploads(db, ids)));
    await bulkDelete(db, collection.table, 'id', ids);
    await deleteHistory(db, ids);
    const { name: resource } = collection.resource;
    for (const [place, recordId] of ids.entries()) {
      publish({ resource, recordId, operation: 'delete', audience: audiences[at]?.[place] ?? [] });
      released.alsoChanged.push({ operation: 'delete', resource, recordId });
    }
  }
  for (const clear of clears) await clear(released);
  return released;
}

/**
 * Deletes a collection's held record, of its table or its bin's, with its files and its history, and does what the
 * references to it say is done then. Throws a Refusal (409) where one of them refuses.
 */
export async function deleteWithCascade(
  on: CascadeContext,
  collection: Collection,
  row: CollectionRow,
): Promise<CascadeResult> {
  const db = toCollectionDb(on.db);
  const plan = await planCascade(on, [toDeletedRecords(collection, [row])]);
  const { alsoChanged: also, freedFiles: paths } = await executeCascade(on, plan, () =>
    bulkDelete(db, collection.table, 'id', [row.id]),
  );
  await deleteHistory(db, [row.id]);
  return { alsoChanged: also, freedFiles: [...paths, ...(await releaseUploads(db, [row.id]))] };
}

/**
 * What the references to records that calls of their own delete say is done then, by each of the names that they go by:
 * call it before they are deleted, in the same transaction.
 */
export async function releaseReferences(
  on: CascadeContext,
  names: readonly string[],
  rows: readonly { id: string }[],
): Promise<CascadeResult> {
  const collections = on.services.collections.filter(({ resource }) => names.includes(resource.name));
  const plan = await planCascade(
    on,
    collections.map((one) => toDeletedRecords(one, rows)),
  );
  return executeCascade(on, plan, async () => {});
}
