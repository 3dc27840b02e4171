import { type CompiledQuery, sql } from 'kysely';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { getWritableFields } from '../access/fieldAccess.ts';
import { findAudiences, getVisibleConditions } from '../access/rowRules.ts';
import type { OperationContext, RecordChange, WriteContext } from '../read/operationContext.ts';
import { compileBulkInserts, executeAll, splitIntoBatches } from '../schema/bulkStatements.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { groupLinkRows, omitLinks } from '../schema/linkRows.ts';
import { toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { findBrokenRule } from '../schema/ruleConditions.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { findAbsent, listNamedRecords, mergeNamedRecords, type NamedRecords } from './checkReferences.ts';
import { getChildCollections } from './childRecords.ts';
import { createStamps, type NewValues } from './defaultValues.ts';
import { isAccountTable } from './recordAccount.ts';
import { createHistoryRow } from './recordHistory.ts';
import { noteChange, publishChange } from './writeTransaction.ts';

/** A record of a bulk insert was refused. Inserting one by one finds the record and the reason. */
export class BulkInsertRefused extends Error {}

export interface NewRecord extends NewValues {
  id: string;
}

/** True if new records need no hook, account, file or child row, so that few statements can write many records. */
function canInsertInBulk(context: OperationContext): boolean {
  const { services, collection } = context;
  const hooks = services.hooks[collection.resource.name];
  return (
    !hooks?.before?.create &&
    !hooks?.after?.create &&
    !collection.resource.accounts &&
    !isAccountTable(collection) &&
    !collection.columns.some(isUpload) &&
    !getChildCollections(context).some(({ ownField }) => ownField.required)
  );
}

interface PreparedInserts {
  rows: CollectionRow[];
  changes: RecordChange[];
  named: NamedRecords[];
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
  for (const { id, given, values } of records) {
    await yieldNow();
    const columns = toRowColumns(collection, values, services.config.timeZone);
    const row: CollectionRow = { ...columns, ...createStamps(context, id, now) };
    const change = { operation: 'create', id, before: undefined, action: undefined } as const;
    rows.push(row);
    changes.push({ ...change, values: toRecordValues(collection, row) });
    const own = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]));
    named.push(...listNamedRecords(context, values, { entries, own }));
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
  return { ...prepared, named: mergeNamedRecords(named) };
}

async function refuseInvisibleRows(
  { collection, account, db }: WriteContext,
  rows: readonly CollectionRow[],
): Promise<void> {
  const conditions = getVisibleConditions(collection, account);
  if (conditions.length === 0) return;
  for (const batch of splitIntoBatches(rows)) {
    const where = sql.join([sql`id in (${sql.join(batch.map(({ id }) => id))})`, ...conditions], sql` and `);
    const query = sql<{ seen: unknown }>`select count(*) as seen from ${sql.table(collection.table)} where ${where}`;
    const [found] = (await query.execute(db)).rows;
    if (Number(found?.seen) < batch.length) throw new BulkInsertRefused();
  }
}

/**
 * Prepares the insert of records by few statements, with the effects of `insertRecord`. Returns undefined if they must be
 * inserted one by one. The returned function returns the rows, and throws BulkInsertRefused if a record is refused.
 */
export async function prepareBulkInsert(
  context: OperationContext,
  records: readonly NewRecord[],
  { now, fields }: { now: number; fields: string[] },
): Promise<((context: WriteContext) => Promise<CollectionRow[]>) | undefined> {
  if (records.length === 0 || !canInsertInBulk(context)) return undefined;
  const { rows, changes, named, statements } = await prepareInserts(context, records, now);
  const ids = rows.map(({ id }) => id);
  return async (write) => {
    const { db, collection } = write;
    if (await findAbsent(write, named)) throw new BulkInsertRefused();
    await executeAll(db, statements).catch((cause) => {
      throw findBrokenRule(collection, cause) ? new BulkInsertRefused() : cause;
    });
    await refuseInvisibleRows(write, rows);
    const audiences = await findAudiences(db, collection, rows);
    for (const [at, id] of ids.entries()) publishChange(write, id, 'create', ...(audiences[at] ?? []));
    for (const change of changes) write.changes.push({ ...change, collection });
    await noteChange(write, ids, fields);
    return rows;
  };
}
