import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyResource, EntryConfig } from '../../../config/resource.ts';
import { rollupsOf } from '../../../config/rollups.ts';
import type { Field } from '../../../fields/kind.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Account } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { nameableBy, recordsIn } from '../access/rowRules.ts';
import { portions } from '../schema/bulkRows.ts';
import type { Collection, Column } from '../schema/collection.ts';
import type { CollectionDb, Row } from '../schema/collectionDb.ts';
import { isLink, linksOf, linksTo } from '../schema/linkRows.ts';
import type { Values } from '../schema/recordRow.ts';
import { sortsBy, startKey } from '../schema/sortKeys.ts';

type Entry = EntryConfig<string>;

/** The field of the referred record that a reference keeps. */
const keptBy = (field: Field & { value?: unknown }, entry?: Entry) => entry?.value ?? String(field.value ?? 'id');
const targetOf = (field: Field & { to?: unknown }) => String(field.to);
const refersTo = (field: Field, name: string) =>
  ['reference', 'references'].includes(field.kind.name) && targetOf(field) === name;

export const equalTo = (column: Column, stored: unknown): RawBuilder<SqlBool> => {
  if (isLink(column)) return linksTo(column, sql`(${stored})`);
  return column.key
    ? sql`(${sortsBy(column)} = ${startKey(String(stored))} and ${sql.ref(column.value)} = ${stored})`
    : sql`${sql.ref(column.value)} = ${stored}`;
};

/** The same of any of these values. */
export const anyOf = (column: Column, stored: readonly string[]): RawBuilder<SqlBool> => {
  const [only = ''] = stored;
  if (stored.length === 1) return equalTo(column, only);
  const all = sql`(${sql.join(stored)})`;
  if (isLink(column)) return linksTo(column, all);
  const same = sql<SqlBool>`${sql.ref(column.value)} in ${all}`;
  return column.key ? sql`(${sortsBy(column)} in (${sql.join(stored.map(startKey))}) and ${same})` : same;
};

/**
 * Whether records with these different values are there and this person's to see (anybody's where none is named); those of a host that is not ours
 * count as there, since nobody here can tell.
 */
export async function areThere(
  db: CollectionDb,
  { config, store, collections }: Services,
  account: Account | undefined,
  [to, by, values]: [string, string, readonly unknown[]],
): Promise<boolean> {
  const most = sql.lit(values.length);
  // Held until the referring record is written, so that it cannot be deleted in between.
  const target = collections.find(({ resource }) => resource.name === to);
  if (!target) return true;
  // A record with rollups is written along with what refers to it: two that share it first would block each other.
  const lock = rollupsOf(target.resource).length > 0 ? 'for update' : 'for share';
  const hold = sql.raw(store.kind === 'postgres' ? lock : '');
  const column = target.columns.find(({ name }) => name === by);
  const same = column
    ? sql`(${sql.join(
        values.map((value) => equalTo(column, column.keeping.write(value, config.timeZone))),
        sql` or `,
      )})`
    : sql`id in (${sql.join(values)})`;
  const where = sql.join([same, ...(account ? nameableBy(target, account) : recordsIn(target))], sql` and `);
  // Held in one order, so that of two who name the same ones neither waits for the other for ever.
  const order = sql.raw(values.length > 1 ? 'order by id' : '');
  const query = sql`select id from ${sql.table(target.table)} where ${where} ${order} limit ${most} ${hold}`;
  const found = await query.execute(db);
  return found.rows.length >= values.length;
}

/** Records that values of a field name: by which field of theirs, and to whom they must be visible (nobody: to any). */
export interface Named {
  field: string;
  to: string;
  by: string;
  values: unknown[];
  account: Account | undefined;
}

/**
 * The records that references among these values name. `entries` says which field of the referred record each holds;
 * what the server itself says (`own`) need not be this person's to see.
 */
export function* namedIn(
  resource: AnyResource,
  account: Account,
  values: Values,
  entries: ReadonlyMap<string, Entry>,
  own: Values = {},
): Generator<Named> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name] ?? null;
    if (field.kind.name !== 'reference' || value === null || resource.roles[account.role]?.own === name) continue;
    const by = keptBy(field, entries.get(name));
    const reader = Object.hasOwn(own, name) ? undefined : account;
    yield { field: name, to: targetOf(field), by, values: [value], account: reader };
  }
}

/** What many records name, that of one field together and each record once. */
export const gathered = (all: readonly Named[]): Named[] =>
  [...Map.groupBy(all, ({ field, to, by, account }) => JSON.stringify([field, to, by, account?.id])).values()].flatMap(
    (alike) =>
      alike.slice(0, 1).map((first) => ({ ...first, values: [...new Set(alike.flatMap((one) => one.values))] })),
  );

/** The first of them that names what is not there, or not this person's to see. */
export async function absentAmong(
  db: CollectionDb,
  services: Services,
  named: Iterable<Named>,
): Promise<Named | undefined> {
  // Another value than an id may be several records'.
  for (const one of named)
    for (const some of portions(one.values, one.by === 'id' ? undefined : 1))
      if (!(await areThere(db, services, one.account, [one.to, one.by, some]))) return one;
  return undefined;
}

/** Refuses (400) to name what is not there, or not this person's to see. */
export async function refuseAbsent(db: CollectionDb, services: Services, named: Iterable<Named>): Promise<void> {
  const absent = await absentAmong(db, services, named);
  if (absent) throw Refusal.at(absent.field, 400, 'server.noSuchRecord');
}

/** Refuses (400) references to what is not there, or not this person's to see; see `namedIn`. */
export async function refuseDangling(
  db: CollectionDb,
  services: Services,
  ...of: Parameters<typeof namedIn>
): Promise<void> {
  await refuseAbsent(db, services, namedIn(...of));
}

/** The same of the links that these values add to those of `before`. */
export function* linksNamedIn(
  collection: Collection,
  account: Account,
  values: Values,
  before: Values = {},
  own: Values = {},
): Generator<Named> {
  for (const { name, field } of linksOf(collection)) {
    const had = new Set((before[name] ?? []) as string[]);
    const added = ((values[name] ?? []) as string[]).filter((id) => !had.has(id));
    const reader = Object.hasOwn(own, name) ? undefined : account;
    if (added.length > 0) yield { field: name, to: targetOf(field), by: 'id', values: added, account: reader };
  }
}

/** A field of a collection that refers to records of another resource. */
export interface Referrer {
  collection: Collection;
  column: Column;
  /** The field of the referred record that it keeps. */
  by: string;
  onDelete: OnDelete;
}

/** The fields of collections that refer to records of this name; what calls of their own delete, they say themselves. */
export function* referrersOf(name: string, collections: readonly Collection[]): Generator<Referrer> {
  for (const collection of collections.filter(({ placed }) => !placed)) {
    const { create, edit } = collection.resource;
    const entries = [...(create?.groups ?? []), ...(edit?.groups ?? [])].flatMap(({ fields }) => fields);
    for (const column of collection.columns) {
      if (!refersTo(column.field, name) || column.lookup) continue;
      const { onDelete = 'refuse' } = column.field as { onDelete?: OnDelete };
      const own = entries.flatMap((one) => (typeof one === 'object' && one.field === column.name ? one : []));
      for (const by of new Set([keptBy(column.field), ...own.map((one) => keptBy(column.field, one))]))
        yield { collection, column, by, onDelete };
    }
  }
}

/** Refuses (409) to change the value by which others know a record; `after` is its changed columns. */
export async function refuseReferred(
  db: CollectionDb,
  target: Collection,
  collections: readonly Collection[],
  row: Row,
  after: Record<string, unknown>,
): Promise<void> {
  for (const { collection, column, by } of referrersOf(target.resource.name, collections)) {
    const keyColumn = by === 'id' ? 'id' : (target.columns.find(({ name }) => name === by)?.value ?? 'id');
    const value = row[keyColumn] ?? null;
    if (value === null || !(keyColumn in after) || after[keyColumn] === value) continue;
    const itself = collection === target ? sql`and id <> ${row.id}` : sql``;
    const found =
      await sql`select id from ${sql.table(collection.table)} where ${equalTo(column, String(value))} ${itself} limit 1`.execute(
        db,
      );
    if (found.rows.length > 0) throw new Refusal(409, `server.inUse|${collection.resource.name}`);
  }
}

/** Refuses (400) to add links to what is not there or not this person's to see; those that were there may stay. */
export async function refuseDanglingLinks(
  db: CollectionDb,
  services: Services,
  ...of: Parameters<typeof linksNamedIn>
): Promise<void> {
  await refuseAbsent(db, services, linksNamedIn(...of));
}
