import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { withComputed } from '../../../config/given.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import type { EntryExtras } from '../../audit/entries.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Account } from '../../http/handler.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import { audiencesOf } from '../access/rowRules.ts';
import type { Scene } from '../read/operationContext.ts';
import { addRows, deleteAll, portions } from '../schema/bulkRows.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionDb, collectionDb, type Row } from '../schema/collectionDb.ts';
import { readLinks, updateRows } from '../schema/linkRows.ts';
import { columnsFor, type Values, valuesOf } from '../schema/recordRow.ts';
import { HISTORY } from '../tables/historyTable.ts';
import { anyOf, type Referrer, referrersOf } from './checkReferences.ts';
import { forgetHistory, historyRow } from './recordHistory.ts';
import { freeUploads } from './recordUploads.ts';

/** Records that one deletion changes or deletes along at most. */
const MOST = 1000;

/** What a deletion did to records that referred to the one deleted. */
export interface Released {
  /** For the audit entry of the deletion. */
  also: NonNullable<EntryExtras['also']>[number][];
  /** Files of records that were deleted along, to be discarded once the change is done. */
  paths: string[];
}

interface On {
  services: Pick<Services, 'collections' | 'config' | 'store'>;
  db: CollectionDb | Services['db'];
  account: Account;
  publish: Publish;
}

/** Records that go, all of one name: their values by column, and the column of a field that references keep. */
export interface Going {
  name: string;
  rows: readonly (Record<string, unknown> & { id: string })[];
  column(field: string): string | undefined;
}

export const goingOf = ({ resource, columns }: Collection, rows: Going['rows']): Going => ({
  name: resource.name,
  rows,
  column: (field) => (field === 'id' ? 'id' : columns.find(({ name }) => name === field)?.value),
});

/** The values of records that go which a reference may keep. */
export const keptOf = ({ rows, column }: Going, { by }: Pick<Referrer, 'by'>): string[] => [
  ...new Set(rows.flatMap((row) => row[column(by) ?? 'id'] ?? []).map(String)),
];

/**
 * The records that refer to one of these values, at most one more than may be; on PostgreSQL they are held, in one
 * order. `test` narrows them.
 */
export async function referringTo(
  db: CollectionDb,
  kind: Services['store']['kind'],
  { collection, column }: Pick<Referrer, 'collection' | 'column'>,
  values: readonly string[],
  test: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<Row[]> {
  const found: Row[] = [];
  const hold = sql.raw(kind === 'postgres' ? 'for update' : '');
  for (const some of portions(values)) {
    const { rows } = await sql<Row>`select * from ${sql.table(collection.table)}
      where ${anyOf(column, some)} and ${test} order by id limit ${MOST + 1} ${hold}`.execute(db);
    found.push(...(await readLinks(db, collection, rows)));
  }
  return found;
}

export const refuseMany = (number: number) => {
  if (number > MOST) throw new Refusal(409, 'server.tooManyReferring', { args: { most: MOST } });
};

/** Records that go along, of one collection or its bin. */
interface Along {
  collection: Collection;
  rows: Row[];
}

/** A record that stays, without what it has of those that go. */
interface Cleared {
  row: Row;
  gone: Map<Column, Set<string>>;
}

/** What happens to others when records go: found before anything is written. */
interface Plan {
  /** The nearest first. */
  along: Along[];
  cleared: Map<Collection, Map<string, Cleared>>;
}

/** The same reference of records in the bin: they go along as well, and are no reason to refuse. */
export function binnedReferrer({ collection, column, ...referrer }: Referrer): Referrer | undefined {
  const { bin } = collection;
  const own = bin?.columns.find(({ name }) => name === column.name);
  return bin && own && { ...referrer, collection: bin, column: own };
}

/** Finds level by level what refers to records that go. Throws a Refusal (409) where it refuses, or is too much. */
async function planOf({ services, db: on }: Pick<On, 'services' | 'db'>, roots: readonly Going[]): Promise<Plan> {
  const db = collectionDb(on);
  const { collections, store } = services;
  const gone = new Set(roots.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const plan: Plan = { along: [], cleared: new Map() };
  const all: Going[] = [...roots];
  const referring = (rule: OnDelete, { name }: Going) =>
    [...referrersOf(name, collections)].filter(({ onDelete }) => onDelete === rule);
  const stay = async (referrer: Referrer, going: Going) =>
    (await referringTo(db, store.kind, referrer, keptOf(going, referrer))).filter(({ id }) => !gone.has(id));
  let number = 0;
  // What goes along is found with the rest: what only they refer to is no reason to refuse.
  for (const going of all)
    for (const referrer of referring('delete', going))
      for (const one of [referrer, binnedReferrer(referrer) ?? []].flat()) {
        const rows = await stay(one, going);
        if (rows.length === 0) continue;
        for (const { id } of rows) gone.add(id);
        number += rows.length;
        refuseMany(number);
        plan.along.push({ collection: one.collection, rows });
        all.push(goingOf(one.collection, rows));
      }
  for (const going of all)
    for (const referrer of referring('refuse', going))
      if ((await stay(referrer, going)).length > 0)
        throw new Refusal(409, `server.inUse|${referrer.collection.resource.name}`);
  for (const going of all)
    for (const referrer of referring('clear', going)) {
      const { collection, column } = referrer;
      const found = plan.cleared.get(collection) ?? new Map<string, Cleared>();
      plan.cleared.set(collection, found);
      for (const row of await stay(referrer, going)) {
        const one = found.get(row.id) ?? { row, gone: new Map() };
        number += found.has(row.id) ? 0 : 1;
        refuseMany(number);
        found.set(row.id, one);
        one.gone.set(column, (one.gone.get(column) ?? new Set()).union(new Set(keptOf(going, referrer))));
      }
    }
  return plan;
}

/** Records that go along which are worth a thread of their own (frame/server/db/lengthyTransaction.ts). */
const MANY = 100;

/** Whether a record takes so many along that SQLite should not do it on the server's own thread. */
export async function takesMany({ services, collection }: Scene, row: Row | undefined): Promise<boolean> {
  if (!row || services.store.kind !== 'sqlite') return false;
  const plan = await planOf({ services, db: services.db }, [goingOf(collection, [row])]).catch(() => undefined);
  const rows = plan?.along.map((one) => one.rows.length) ?? [];
  const cleared = [...(plan?.cleared.values() ?? [])].map(({ size }) => size);
  return [...rows, ...cleared].reduce((sum, one) => sum + one, 0) > MANY;
}

/** A field without the values that go. */
const without = ({ name, links }: Column, values: Values, gone: ReadonlySet<string>) =>
  links ? (values[name] as string[]).filter((one) => !gone.has(one)) : null;

/** What makes of records what they are without those that go; call it while these are there. */
async function clearing(
  { services, db: on, account, publish }: On,
  collection: Collection,
  cleared: readonly Cleared[],
) {
  const db = collectionDb(on);
  const { resource } = collection;
  const rows = cleared.map(({ row }) => row);
  const before = await audiencesOf(db, collection, rows);
  const at = Date.now();
  const changed = cleared.map(({ row: was, gone }) => {
    const old = valuesOf(collection, was);
    const kept = [...gone].map(([column, values]) => [column.name, without(column, old, values)] as const);
    const values = withComputed(resource, { ...old, ...Object.fromEntries(kept) });
    const names = new Set(kept.map(([name]) => name));
    const written = Object.entries(values).filter(([name]) => names.has(name) || resource.fields[name]?.compute);
    const columns = columnsFor(collection, Object.fromEntries(written), services.config.timeZone);
    const stamps = { version: was.version + 1, changed_at: at, changed_by: account.id };
    const row: Row = { ...was, ...columns, ...stamps };
    const change = {
      hooked: 'change',
      id: row.id,
      action: undefined,
      before: old,
      values: valuesOf(collection, row),
    } as const;
    return { was, row, change, columns: Object.keys(columns), fields: [...names] };
  });
  return async (released: Released) => {
    await updateRows(db, services.store.kind, collection, changed);
    if (resource.history) {
      const history = changed.map(({ change, row }) => historyRow({ collection, account }, change, row.version));
      await addRows(db, HISTORY, history);
    }
    const after = await audiencesOf(
      db,
      collection,
      changed.map(({ row }) => row),
    );
    for (const [place, { row, fields }] of changed.entries()) {
      const audience = [...new Set([...(before[place] ?? []), ...(after[place] ?? [])])];
      publish({ resource: resource.name, recordId: row.id, operation: 'change', audience });
      released.also.push({ operation: 'change', resource: resource.name, recordId: row.id, fields });
    }
  };
}

/** Does what a plan says; the records themselves go by `goes` before those that refer to them. */
async function follow(on: On, { along, cleared }: Plan, goes: () => Promise<unknown>): Promise<Released> {
  const { publish } = on;
  const db = collectionDb(on.db);
  const released: Released = { also: [], paths: [] };
  // By what is there still.
  const clears = [];
  for (const [collection, found] of cleared) clears.push(await clearing(on, collection, [...found.values()]));
  const audiences = [];
  for (const { collection, rows } of along) audiences.push(await audiencesOf(db, collection, rows));
  await goes();
  for (const [at, { collection, rows }] of along.entries()) {
    const ids = rows.map(({ id }) => id);
    released.paths.push(...(await freeUploads(db, ids)));
    await deleteAll(db, collection.table, 'id', ids);
    await forgetHistory(db, ids);
    const { name: resource } = collection.resource;
    for (const [place, recordId] of ids.entries()) {
      publish({ resource, recordId, operation: 'delete', audience: audiences[at]?.[place] ?? [] });
      released.also.push({ operation: 'delete', resource, recordId });
    }
  }
  for (const clear of clears) await clear(released);
  return released;
}

/**
 * Deletes a collection's held record, of its table or its bin's, with its files and its history, and does what the
 * references to it say is done then. Throws a Refusal (409) where one of them refuses.
 */
export async function deleteRow(on: On, collection: Collection, row: Row): Promise<Released> {
  const db = collectionDb(on.db);
  const plan = await planOf(on, [goingOf(collection, [row])]);
  const { also, paths } = await follow(on, plan, () => deleteAll(db, collection.table, 'id', [row.id]));
  await forgetHistory(db, [row.id]);
  return { also, paths: [...paths, ...(await freeUploads(db, [row.id]))] };
}

/**
 * What the references to records that calls of their own delete say is done then, by each of the names that they go by:
 * call it before they are deleted, in the same transaction.
 */
export async function releaseRows(
  on: On,
  names: readonly string[],
  rows: readonly { id: string }[],
): Promise<Released> {
  const collections = on.services.collections.filter(({ resource }) => names.includes(resource.name));
  const plan = await planOf(
    on,
    collections.map((one) => goingOf(one, rows)),
  );
  return follow(on, plan, async () => {});
}
