import { type CompiledQuery, sql } from 'kysely';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import type { Publish } from '../../outbox/transact.ts';
import { getWritableFields } from '../access/fieldAccess.ts';
import { findAudiences, getVisibleConditions } from '../access/rowRules.ts';
import type { OperationContext, RecordChange } from '../read/operationContext.ts';
import { compileBulkInserts, executeAll, splitIntoBatches } from '../schema/bulkStatements.ts';
import type { CollectionDb, CollectionRow } from '../schema/collectionDb.ts';
import { groupLinkRows, omitLinks } from '../schema/linkRows.ts';
import { toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { isUpload } from '../tables/uploadTable.ts';
import {
  findAbsent,
  findNamedLinks,
  findNamedRecords,
  mergeNamedRecords,
  type NamedRecords,
} from './checkReferences.ts';
import { getChildCollections } from './childRecords.ts';
import { createHistoryRow } from './recordHistory.ts';
import { createStamps, type NewValues } from './writeRecord.ts';
import { noteChange, publishChange } from './writeTransaction.ts';

/** One of the records cannot be added with the others: which, and why, is found by adding them one by one. */
export class BulkInsertRefused extends Error {}

/** A new record: its id, and the values that it will have. */
export interface NewRecord extends NewValues {
  id: string;
}

/** Whether new records of this collection can be written by a few statements: nothing has to look at each of them. */
function canInsertInBulk(scene: OperationContext): boolean {
  const { services, collection } = scene;
  const hooks = services.hooks[collection.resource.name];
  return (
    !hooks?.before?.create &&
    !hooks?.after?.create &&
    !collection.resource.accounts &&
    !collection.columns.some(isUpload) &&
    !getChildCollections(scene).some(({ ownField: own }) => own.required)
  );
}

/** What is written of new records, made before the transaction begins. */
interface PreparedInserts {
  rows: CollectionRow[];
  changes: RecordChange[];
  named: NamedRecords[];
  statements: CompiledQuery[];
}

async function prepareInserts(
  scene: OperationContext,
  records: readonly NewRecord[],
  now: number,
): Promise<PreparedInserts> {
  const { services, collection, account } = scene;
  const rest = createEventLoopYield();
  const [rows, changes]: [CollectionRow[], RecordChange[]] = [[], []];
  const named: NamedRecords[] = [];
  const entries = getWritableFields(collection.resource, account.role, 'create');
  for (const { id, given, values } of records) {
    await rest();
    const row: CollectionRow = {
      ...toRowColumns(collection, values, services.config.timeZone),
      ...createStamps(scene, id, now),
    };
    rows.push(row);
    changes.push({
      operation: 'create',
      id,
      before: undefined,
      action: undefined,
      values: toRecordValues(collection, row),
    });
    const own = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]));
    named.push(...findNamedRecords(collection.resource, account, values, entries, own));
    named.push(...findNamedLinks(collection, account, values, {}, own));
  }
  const statements: CompiledQuery[] = [];
  const add = async (made: Iterable<CompiledQuery>) => {
    for (const one of made) {
      statements.push(one);
      await rest();
    }
  };
  const own = rows.map((row) => omitLinks(collection, row));
  await add(compileBulkInserts(services.store.kind, collection.table, own));
  for (const [table, links] of groupLinkRows(collection, rows))
    await add(compileBulkInserts(services.store.kind, table, links));
  if (collection.resource.history) {
    const history: object[] = [];
    for (const change of changes) {
      await rest();
      history.push(createHistoryRow(scene, change, 1));
    }
    await add(compileBulkInserts(services.store.kind, HISTORY_TABLE, history));
  }
  return { rows, changes, named: mergeNamedRecords(named), statements };
}

async function refuseInvisibleRows(
  { collection, account }: OperationContext,
  db: CollectionDb,
  rows: readonly CollectionRow[],
): Promise<void> {
  const tests = getVisibleConditions(collection, account);
  if (tests.length === 0) return;
  for (const some of splitIntoBatches(rows)) {
    const where = sql.join([sql`id in (${sql.join(some.map(({ id }) => id))})`, ...tests], sql` and `);
    const query = sql<{ seen: unknown }>`select count(*) as seen from ${sql.table(collection.table)} where ${where}`;
    const [found] = (await query.execute(db)).rows;
    if (Number(found?.seen) < some.length) throw new BulkInsertRefused();
  }
}

/**
 * What writes new records, with all that follows from them, by a few statements: everything is made before, so that the
 * transaction is short. Undefined where they must be added one by one. What it gives throws NotTogether where one of them
 * is refused.
 */
export async function prepareBulkInsert(
  scene: OperationContext,
  records: readonly NewRecord[],
  { now, fields }: { now: number; fields: string[] },
): Promise<((db: CollectionDb, publish: Publish) => Promise<void>) | undefined> {
  if (records.length === 0 || !canInsertInBulk(scene)) return undefined;
  const { rows, changes, named, statements } = await prepareInserts(scene, records, now);
  return async (db, publish) => {
    const { collection, changes: done } = scene;
    if (await findAbsent(db, scene.services, named)) throw new BulkInsertRefused();
    await executeAll(db, statements);
    await refuseInvisibleRows(scene, db, rows);
    const audiences = await findAudiences(db, collection, rows);
    for (const [at, { id }] of rows.entries()) publishChange(publish, scene, id, 'create', ...(audiences[at] ?? []));
    for (const change of changes) done.push({ ...change, collection });
    await noteChange(
      scene,
      db,
      rows.map(({ id }) => id),
      fields,
    );
  };
}
