import { type CompiledQuery, sql } from 'kysely';
import { restNowAndThen } from '../base/rest.ts';
import type { Publish } from '../outbox/transact.ts';
import { noted, publishChange } from './changing.ts';
import { heldBy } from './children.ts';
import { type CollectionDb, collectionDb, type Row } from './db.ts';
import { historyDb } from './historyTable.ts';
import type { Change } from './hooks.ts';
import { historyRow } from './keepHistory.ts';
import { linkRows, withoutLinks } from './links.ts';
import { areThere, linksNamedIn, type Named, namedIn } from './references.ts';
import { audiencesOf, seenBy } from './rows.ts';
import { columnsFor, valuesOf } from './rowValues.ts';
import { writable } from './rules.ts';
import type { Scene } from './scene.ts';
import { isUpload } from './uploads.ts';
import { type NewValues, stampsOf } from './writing.ts';

/** Rows of one statement, and values: SQLite takes 32,766. */
const PORTION = 500;
const MOST_VALUES = 30_000;
/** Records that are asked for in one query. */
const MOST_ASKED = 500;

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

type Insert<T> = { insertInto(table: string): { values(rows: readonly T[]): { compile(): CompiledQuery } } };

/** Statements that write these rows, which all have the columns of the first. */
async function insertsOf(db: CollectionDb, table: string, rows: readonly object[]): Promise<CompiledQuery[]> {
  const rest = restNowAndThen();
  const statements: CompiledQuery[] = [];
  const most = Math.min(PORTION, Math.floor(MOST_VALUES / Object.keys(rows[0] ?? {}).length));
  for (let from = 0; from < rows.length; from += most) {
    await rest();
    const into = (db as unknown as Insert<object>).insertInto(table);
    statements.push(into.values(rows.slice(from, from + most)).compile());
  }
  return statements;
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
  const db = collectionDb(services.db);
  const rest = restNowAndThen();
  const [rows, changes]: [Row[], Change[]] = [[], []];
  const named = new Map<string, Named>();
  const entries = writable(collection.resource, account.role, 'create');
  for (const { id, given, values } of records) {
    await rest();
    const row: Row = { ...columnsFor(collection, values, services.config.timeZone), ...stampsOf(scene, id, now) };
    rows.push(row);
    changes.push({ hooked: 'create', id, before: undefined, action: undefined, values: valuesOf(collection, row) });
    const own = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]));
    const all = [
      ...namedIn(collection.resource, account, values, entries, own),
      ...linksNamedIn(collection, account, values, {}, own),
    ];
    for (const one of all) {
      const key = JSON.stringify([one.to, one.by, one.account?.id]);
      const known = named.get(key) ?? { ...one, values: [] };
      known.values.push(...one.values);
      named.set(key, known);
    }
  }
  for (const one of named.values()) one.values = [...new Set(one.values)];
  const inserts = [
    await insertsOf(
      db,
      collection.table,
      rows.map((row) => withoutLinks(collection, row)),
    ),
  ];
  for (const [table, links] of linkRows(collection, rows)) inserts.push(await insertsOf(db, table, links));
  if (collection.resource.history) {
    const history: object[] = [];
    for (const change of changes) {
      await rest();
      history.push(historyRow(scene, change, 1));
    }
    inserts.push(await insertsOf(historyDb(db) as unknown as CollectionDb, 'collection_history', history));
  }
  return { rows, changes, named: [...named.values()], statements: inserts.flat() };
}

/** Parts of a list, in its order. */
function* portions<T>(all: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most);
}

async function refuseAbsent({ services }: Scene, db: CollectionDb, named: readonly Named[]): Promise<void> {
  // Another value than an id may be several records'.
  for (const { account, to, by, values } of named)
    for (const some of portions(values, by === 'id' ? MOST_ASKED : 1))
      if (!(await areThere(db, services, account, [to, by, some]))) throw new NotTogether();
}

async function refuseOutOfSight({ collection, account }: Scene, db: CollectionDb, rows: readonly Row[]): Promise<void> {
  const tests = seenBy(collection, account);
  if (tests.length === 0) return;
  for (const some of portions(rows, MOST_ASKED)) {
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
    await refuseAbsent(scene, db, named);
    for (const statement of statements) await db.executeQuery(statement);
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
