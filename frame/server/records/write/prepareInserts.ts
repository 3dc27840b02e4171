import { type CompiledQuery, sql } from 'kysely';
import { HttpError } from '../../base/httpError.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { getWritableFields } from '../access/fieldAccess.ts';
import { findAudiences, getVisibleConditions } from '../access/rowRules.ts';
import { refreshStaleRecords } from '../derived/staleRecords.ts';
import type { OperationContext, RecordChange, WriteContext } from '../read/operationContext.ts';
import { compileBulkInserts, executeAll, splitIntoBatches } from '../schema/bulkStatements.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { groupLinkRows, omitLinks } from '../schema/linkRows.ts';
import { toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { listNamedRecords, mergeNamedRecords, type NamedRecords, refuseAbsent } from './checkReferences.ts';
import { getChildCollections } from './childRecords.ts';
import { createStamps, type NewRecord, refuseInvalidRow } from './defaultValues.ts';
import { isAccountTable } from './recordAccount.ts';
import { createHistoryRow } from './recordHistory.ts';
import { publishChange, refuseAt } from './writeTransaction.ts';

/** True if new records need no account, child row or hook after the write: few statements can write many records. */
export const canInsertInBulk = (context: OperationContext): boolean =>
  !context.services.hooks[context.collection.resource.name]?.after?.create &&
  !context.collection.resource.accounts &&
  !isAccountTable(context.collection) &&
  !getChildCollections(context).some(({ ownField }) => ownField.required);

interface PreparedInserts {
  rows: CollectionRow[];
  changes: RecordChange[];
  /** The records that each record names. */
  named: NamedRecords[][];
  statements: CompiledQuery[];
}

/** Builds rows and statements before the transaction, which stays short. */
async function prepareInserts(
  context: OperationContext,
  records: readonly NewRecord[],
  now: number,
): Promise<PreparedInserts> {
  const { services, collection, account } = context;
  const { kind } = services.store;
  const yieldNow = createEventLoopYield();
  const prepared: PreparedInserts = { rows: [], changes: [], named: [], statements: [] };
  const { rows, changes, named, statements } = prepared;
  const entries = getWritableFields(collection.resource, account.role, 'create');
  for (const { id, values, own } of records) {
    await yieldNow();
    const columns = toRowColumns(collection, values, services.config.timeZone);
    const row: CollectionRow = { ...columns, ...createStamps(context, id, now) };
    const change = { operation: 'create', id, before: undefined, action: undefined } as const;
    rows.push(row);
    changes.push({ ...change, values: toRecordValues(collection, row) });
    named.push([...listNamedRecords(context, values, { entries, own })]);
  }
  const add = async (table: string, all: readonly object[]) => {
    for (const one of compileBulkInserts(kind, table, all)) {
      statements.push(one);
      await yieldNow();
    }
  };
  const tableRows = rows.map((row) => omitLinks(collection, row));
  await add(collection.table, tableRows);
  for (const [table, links] of groupLinkRows(collection, rows)) await add(table, links);
  if (collection.resource.history) {
    const history: object[] = [];
    for (const change of changes) {
      await yieldNow();
      history.push(createHistoryRow(context, change, 1));
    }
    await add(HISTORY_TABLE, history);
  }
  return prepared;
}

async function refuseInvisibleRows(
  { collection, account, db }: WriteContext,
  rows: readonly CollectionRow[],
): Promise<void> {
  const conditions = getVisibleConditions(collection, account);
  if (conditions.length === 0) return;
  for (const batch of splitIntoBatches(rows)) {
    const where = sql.join([sql`id in (${sql.join(batch.map(({ id }) => id))})`, ...conditions], sql` and `);
    const found = await sql<{ id: string }>`select id from ${sql.table(collection.table)} where ${where}`.execute(db);
    const visible = new Set(found.rows.map(({ id }) => id));
    const hidden = batch.find(({ id }) => !visible.has(id));
    if (hidden) throw new HttpError(400, 'server.unseen', { index: rows.indexOf(hidden) });
  }
}

/**
 * Prepares the insert of records by few statements, with the effects of `insertRecord`. The returned function returns the
 * rows, and throws an HttpError with the index of the refused record. Call only if `canInsertInBulk` is true.
 */
export async function prepareBulkInsert(
  context: OperationContext,
  records: readonly NewRecord[],
  now: number,
): Promise<(context: WriteContext) => Promise<CollectionRow[]>> {
  const { rows, changes, named, statements } = await prepareInserts(context, records, now);
  const ids = rows.map(({ id }) => id);
  const merged = mergeNamedRecords(named.flat());
  return async (write) => {
    const { db, collection } = write;
    await refuseAbsent(write, merged).catch(async (cause) => {
      for (const [index, one] of named.entries()) await refuseAbsent(write, one).catch(refuseAt(write, index));
      throw cause;
    });
    await executeAll(db, statements);
    await refreshStaleRecords(db, write.services);
    for (const [index, row] of rows.entries()) await refuseInvalidRow(write, row).catch(refuseAt(write, index));
    await refuseInvisibleRows(write, rows);
    const audiences = await findAudiences(db, collection, rows);
    for (const [at, id] of ids.entries()) publishChange(write, id, 'create', ...(audiences[at] ?? []));
    for (const change of changes) write.changes.push({ ...change, collection });
    return rows;
  };
}
