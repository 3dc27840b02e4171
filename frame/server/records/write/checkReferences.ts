import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyResource, EntryConfig } from '../../../config/resource.ts';
import { listRollupFields } from '../../../config/rollups.ts';
import type { Field } from '../../../fields/kind.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { getReferenceableConditions, getTableConditions } from '../access/rowRules.ts';
import { splitIntoBatches } from '../schema/bulkStatements.ts';
import type { Collection, Column } from '../schema/collection.ts';
import type { CollectionDb, CollectionRow } from '../schema/collectionDb.ts';
import { getIndexExpression, toIndexKey } from '../schema/indexKeys.ts';
import { compileLinksTo, getLinkColumns, isLinkColumn } from '../schema/linkRows.ts';
import type { RecordValues } from '../schema/recordRow.ts';

type FormEntry = EntryConfig<string>;

/** The field of the referred record that a reference keeps. */
const getReferenceKey = (field: Field & { value?: unknown }, entry?: FormEntry) =>
  entry?.value ?? String(field.value ?? 'id');
const getTargetName = (field: Field & { to?: unknown }) => String(field.to);
const refersTo = (field: Field, name: string) =>
  ['reference', 'references'].includes(field.kind.name) && getTargetName(field) === name;

export const compileEqualTo = (column: Column, stored: unknown): RawBuilder<SqlBool> => {
  if (isLinkColumn(column)) return compileLinksTo(column, sql`(${stored})`);
  return column.keyColumn
    ? sql`(${getIndexExpression(column)} = ${toIndexKey(String(stored))} and ${sql.ref(column.valueColumn)} = ${stored})`
    : sql`${sql.ref(column.valueColumn)} = ${stored}`;
};

/** The same of any of these values. */
export const compileEqualToAny = (column: Column, stored: readonly string[]): RawBuilder<SqlBool> => {
  const [only = ''] = stored;
  if (stored.length === 1) return compileEqualTo(column, only);
  const all = sql`(${sql.join(stored)})`;
  if (isLinkColumn(column)) return compileLinksTo(column, all);
  const same = sql<SqlBool>`${sql.ref(column.valueColumn)} in ${all}`;
  return column.keyColumn
    ? sql`(${getIndexExpression(column)} in (${sql.join(stored.map(toIndexKey))}) and ${same})`
    : same;
};

/**
 * Whether records with these different values are there and this person's to see (anybody's where none is named); those of a host that is not ours
 * count as there, since nobody here can tell.
 */
export async function recordsExist(
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
  const lock = listRollupFields(target.resource).length > 0 ? 'for update' : 'for share';
  const hold = sql.raw(store.kind === 'postgres' ? lock : '');
  const column = target.columns.find(({ name }) => name === by);
  const same = column
    ? sql`(${sql.join(
        values.map((value) => compileEqualTo(column, column.codec.encode(value, config.timeZone))),
        sql` or `,
      )})`
    : sql`id in (${sql.join(values)})`;
  const where = sql.join(
    [same, ...(account ? getReferenceableConditions(target, account) : getTableConditions(target))],
    sql` and `,
  );
  // Held in one order, so that of two who name the same ones neither waits for the other for ever.
  const order = sql.raw(values.length > 1 ? 'order by id' : '');
  const query = sql`select id from ${sql.table(target.table)} where ${where} ${order} limit ${most} ${hold}`;
  const found = await query.execute(db);
  return found.rows.length >= values.length;
}

/** Records that values of a field name: by which field of theirs, and to whom they must be visible (nobody: to any). */
export interface NamedRecords {
  field: string;
  to: string;
  by: string;
  values: unknown[];
  visibleTo: Account | undefined;
}

/**
 * The records that references among these values name. `entries` says which field of the referred record each holds;
 * what the server itself says (`own`) need not be this person's to see.
 */
export function* findNamedRecords(
  resource: AnyResource,
  account: Account,
  values: RecordValues,
  entries: ReadonlyMap<string, FormEntry>,
  own: RecordValues = {},
): Generator<NamedRecords> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name] ?? null;
    if (field.kind.name !== 'reference' || value === null || resource.roles[account.role]?.own === name) continue;
    const by = getReferenceKey(field, entries.get(name));
    const reader = Object.hasOwn(own, name) ? undefined : account;
    yield { field: name, to: getTargetName(field), by, values: [value], visibleTo: reader };
  }
}

/** What many records name, that of one field together and each record once. */
export const mergeNamedRecords = (all: readonly NamedRecords[]): NamedRecords[] =>
  [
    ...Map.groupBy(all, ({ field, to, by, visibleTo: account }) =>
      JSON.stringify([field, to, by, account?.id]),
    ).values(),
  ].flatMap((alike) =>
    alike.slice(0, 1).map((first) => ({ ...first, values: [...new Set(alike.flatMap((one) => one.values))] })),
  );

/** The first of them that names what is not there, or not this person's to see. */
export async function findAbsent(
  db: CollectionDb,
  services: Services,
  named: Iterable<NamedRecords>,
): Promise<NamedRecords | undefined> {
  // Another value than an id may be several records'.
  for (const one of named)
    for (const some of splitIntoBatches(one.values, one.by === 'id' ? undefined : 1))
      if (!(await recordsExist(db, services, one.visibleTo, [one.to, one.by, some]))) return one;
  return undefined;
}

/** Refuses (400) to name what is not there, or not this person's to see. */
export async function refuseAbsent(db: CollectionDb, services: Services, named: Iterable<NamedRecords>): Promise<void> {
  const absent = await findAbsent(db, services, named);
  if (absent) throw HttpError.forField(absent.field, 400, 'server.noSuchRecord');
}

/** Refuses (400) references to what is not there, or not this person's to see; see `namedIn`. */
export async function refuseDanglingReferences(
  db: CollectionDb,
  services: Services,
  ...of: Parameters<typeof findNamedRecords>
): Promise<void> {
  await refuseAbsent(db, services, findNamedRecords(...of));
}

/** The same of the links that these values add to those of `before`. */
export function* findNamedLinks(
  collection: Collection,
  account: Account,
  values: RecordValues,
  before: RecordValues = {},
  own: RecordValues = {},
): Generator<NamedRecords> {
  for (const { name, field } of getLinkColumns(collection)) {
    const had = new Set((before[name] ?? []) as string[]);
    const added = ((values[name] ?? []) as string[]).filter((id) => !had.has(id));
    const reader = Object.hasOwn(own, name) ? undefined : account;
    if (added.length > 0) yield { field: name, to: getTargetName(field), by: 'id', values: added, visibleTo: reader };
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
export function* findReferrers(name: string, collections: readonly Collection[]): Generator<Referrer> {
  for (const collection of collections.filter(({ existingTable: placed }) => !placed)) {
    const { create, edit } = collection.resource;
    const entries = [...(create?.groups ?? []), ...(edit?.groups ?? [])].flatMap(({ fields }) => fields);
    for (const column of collection.columns) {
      if (!refersTo(column.field, name) || column.lookup) continue;
      const { onDelete = 'refuse' } = column.field as { onDelete?: OnDelete };
      const own = entries.flatMap((one) => (typeof one === 'object' && one.field === column.name ? one : []));
      for (const by of new Set([
        getReferenceKey(column.field),
        ...own.map((one) => getReferenceKey(column.field, one)),
      ]))
        yield { collection, column, by, onDelete };
    }
  }
}

/** Refuses (409) to change the value by which others know a record; `after` is its changed columns. */
export async function refuseReferencedKeyChange(
  db: CollectionDb,
  target: Collection,
  collections: readonly Collection[],
  row: CollectionRow,
  after: Record<string, unknown>,
): Promise<void> {
  for (const { collection, column, by } of findReferrers(target.resource.name, collections)) {
    const keyColumn = by === 'id' ? 'id' : (target.columns.find(({ name }) => name === by)?.valueColumn ?? 'id');
    const value = row[keyColumn] ?? null;
    if (value === null || !(keyColumn in after) || after[keyColumn] === value) continue;
    const itself = collection === target ? sql`and id <> ${row.id}` : sql``;
    const found =
      await sql`select id from ${sql.table(collection.table)} where ${compileEqualTo(column, String(value))} ${itself} limit 1`.execute(
        db,
      );
    if (found.rows.length > 0) throw new HttpError(409, `server.inUse|${collection.resource.name}`);
  }
}

/** Refuses (400) to add links to what is not there or not this person's to see; those that were there may stay. */
export async function refuseDanglingLinks(
  db: CollectionDb,
  services: Services,
  ...of: Parameters<typeof findNamedLinks>
): Promise<void> {
  await refuseAbsent(db, services, findNamedLinks(...of));
}
