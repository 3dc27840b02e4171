import { type CompiledQuery, sql } from 'kysely';
import { restNowAndThen } from '../../base/rest.ts';
import type { Publish } from '../../outbox/transact.ts';
import { writable } from '../access/fieldAccess.ts';
import { audiencesOf, seenBy } from '../access/rowRules.ts';
import type { Change, Scene } from '../read/operationContext.ts';
import { insertsOf, portions, runAll } from '../schema/bulkRows.ts';
import type { CollectionDb, Row } from '../schema/collectionDb.ts';
import { linkRows, withoutLinks } from '../schema/linkRows.ts';
import { columnsFor, valuesOf } from '../schema/recordRow.ts';
import { HISTORY } from '../tables/historyTable.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { absentAmong, gathered, linksNamedIn, type Named, namedIn } from './checkReferences.ts';
import { heldBy } from './childRecords.ts';
import { historyRow } from './recordHistory.ts';
import { type NewValues, stampsOf } from './writeRecord.ts';
import { noted, publishChange } from './writeTransaction.ts';

/** One of the records cannot be added with the others: which, and why, is found by adding them one by one. */
export class NotTogether extends Error {}

/** A new record: its id, and the values that it will have. */
export interface NewRecord extends NewValues {
  id: string;
}

/** Whether new records of this collection can be written by a few statements: nothing has to look at each of them. */
function areAlike(scene: Scene): boolean {
  const { services, collection } = scene;
  const hooks = services.hooks[collection.resource.name];
  return (
    !hooks?.before?.create &&
    !hooks?.after?.create &&
    !collection.resource.accounts &&
    !collection.columns.some(isUpload) &&
    !heldBy(scene).some(({ own }) => own.required)
  );
}

/** What is written of new records, made before the transaction begins. */
interface Prepared {
  rows: Row[];
  changes: Change[];
  named: Named[];
  statements: CompiledQuery[];
}

async function prepare(scene: Scene, records: readonly NewRecord[], now: number): Promise<Prepared> {
  const { services, collection, account } = scene;
  const rest = restNowAndThen();
  const [rows, changes]: [Row[], Change[]] = [[], []];
  const named: Named[] = [];
  const entries = writable(collection.resource, account.role, 'create');
  for (const { id, given, values } of records) {
    await rest();
    const row: Row = { ...columnsFor(collection, values, services.config.timeZone), ...stampsOf(scene, id, now) };
    rows.push(row);
    changes.push({ hooked: 'create', id, before: undefined, action: undefined, values: valuesOf(collection, row) });
    const own = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]));
    named.push(...namedIn(collection.resource, account, values, entries, own));
    named.push(...linksNamedIn(collection, account, values, {}, own));
  }
  const statements: CompiledQuery[] = [];
  const add = async (made: Iterable<CompiledQuery>) => {
    for (const one of made) {
      statements.push(one);
      await rest();
    }
  };
  const own = rows.map((row) => withoutLinks(collection, row));
  await add(insertsOf(services.store.kind, collection.table, own));
  for (const [table, links] of linkRows(collection, rows)) await add(insertsOf(services.store.kind, table, links));
  if (collection.resource.history) {
    const history: object[] = [];
    for (const change of changes) {
      await rest();
      history.push(historyRow(scene, change, 1));
    }
    await add(insertsOf(services.store.kind, HISTORY, history));
  }
  return { rows, changes, named: gathered(named), statements };
}

async function refuseOutOfSight({ collection, account }: Scene, db: CollectionDb, rows: readonly Row[]): Promise<void> {
  const tests = seenBy(collection, account);
  if (tests.length === 0) return;
  for (const some of portions(rows)) {
    const where = sql.join([sql`id in (${sql.join(some.map(({ id }) => id))})`, ...tests], sql` and `);
    const query = sql<{ seen: unknown }>`select count(*) as seen from ${sql.table(collection.table)} where ${where}`;
    const [found] = (await query.execute(db)).rows;
    if (Number(found?.seen) < some.length) throw new NotTogether();
  }
}

/**
 * What writes new records, with all that follows from them, by a few statements: everything is made before, so that the
 * transaction is short. Undefined where they must be added one by one. What it gives throws NotTogether where one of them
 * is refused.
 */
export async function adderOf(
  scene: Scene,
  records: readonly NewRecord[],
  { now, fields }: { now: number; fields: string[] },
): Promise<((db: CollectionDb, publish: Publish) => Promise<void>) | undefined> {
  if (records.length === 0 || !areAlike(scene)) return undefined;
  const { rows, changes, named, statements } = await prepare(scene, records, now);
  return async (db, publish) => {
    const { collection, done } = scene;
    if (await absentAmong(db, scene.services, named)) throw new NotTogether();
    await runAll(db, statements);
    await refuseOutOfSight(scene, db, rows);
    const audiences = await audiencesOf(db, collection, rows);
    for (const [at, { id }] of rows.entries()) publishChange(publish, scene, id, 'create', ...(audiences[at] ?? []));
    for (const change of changes) done.push({ ...change, collection });
    await noted(
      scene,
      db,
      rows.map(({ id }) => id),
      fields,
    );
  };
}
