import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listRollupFields } from '../../../config/related/rollups.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { getOwnField } from '../../../config/rowRules.ts';
import { getKeyField, getTargetName, isReference, isReferring } from '../../../fields/fieldTypes.ts';
import type { Field } from '../../../fields/kind.ts';
import type { OnDelete } from '../../../fields/reference.ts';
import { HttpError } from '../../base/httpError.ts';
import { runCachedWhere } from '../../db/cachedQuery.ts';
import type { Account } from '../../http/callHandler.ts';
import { getReferenceableConditions } from '../access/rowRules.ts';
import { getTableConditions, joinConditions } from '../query/wherePath.ts';
import { getDb, type ReadContext, type WriteContext } from '../read/operationContext.ts';
import { splitIntoBatches } from '../schema/bulkStatements.ts';
import { type Collection, type Column, getCollectionKey } from '../schema/collection.ts';
import { getIndexExpression, toIndexKey } from '../schema/indexKeys.ts';
import { type ChangedRow, compileLinksTo, getLinkColumns, isLinkColumn } from '../schema/linkRows.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { refuseAt } from './writeTransaction.ts';

type FormEntry = EntryConfig<string>;

/** Returns the field of the referenced record that a reference stores. */
const getReferenceKey = (field: Field, entry?: FormEntry) => entry?.value ?? getKeyField(field);

/** Compiles that a column holds a stored value, or links to it. Uses the index of a text. */
export function compileEqualTo(column: Column, stored: unknown): RawBuilder<SqlBool> {
  if (isLinkColumn(column)) return compileLinksTo(column, sql`(${stored})`);
  const equal = sql<SqlBool>`${sql.ref(column.valueColumn)} = ${stored}`;
  return column.keyColumn ? sql`(${getIndexExpression(column)} = ${toIndexKey(String(stored))} and ${equal})` : equal;
}

/** Compiles that a column holds one of several stored values, or links to one of them. */
export function compileEqualToAny(column: Column, stored: readonly string[]): RawBuilder<SqlBool> {
  const [only = ''] = stored;
  if (stored.length === 1) return compileEqualTo(column, only);
  const all = sql`(${sql.join(stored)})`;
  if (isLinkColumn(column)) return compileLinksTo(column, all);
  const equal = sql<SqlBool>`${sql.ref(column.valueColumn)} in ${all}`;
  const keys = sql.join(stored.map(toIndexKey));
  return column.keyColumn ? sql`(${getIndexExpression(column)} in (${keys}) and ${equal})` : equal;
}

/** Records named by the values of a field. */
export interface NamedRecords {
  /** The field that names them. */
  field: string;
  to: string;
  /** Their field that holds the values. */
  by: string;
  values: unknown[];
  /** The account that must see them; undefined if they only have to exist. */
  visibleTo: Account | undefined;
}

/**
 * True if all these records exist, and are visible to the account if one is given. Locks them until the referring record
 * is written. Records of another host count as existing.
 */
export async function recordsExist(
  context: Pick<ReadContext, 'services' | 'db'>,
  { to, by, values, visibleTo }: Omit<NamedRecords, 'field'>,
): Promise<boolean> {
  const { config, store, collections } = context.services;
  const target = collections.find(({ resource }) => resource.name === to);
  if (!target) return true;
  // A record with rollups is updated with its children, so a shared lock could end in a deadlock.
  const lock = listRollupFields(target.resource).length > 0 ? 'for update' : 'for share';
  const column = target.columns.find(({ name }) => name === by);
  const equal = (value: unknown) =>
    column ? compileEqualTo(column, column.codec.encode(value, config.timeZone)) : sql`id = ${value}`;
  const isNamed = column ? sql`(${sql.join(values.map(equal), sql` or `)})` : sql`id in (${sql.join(values)})`;
  const conditions = visibleTo ? getReferenceableConditions(target, visibleTo) : getTableConditions(target);
  const db = getDb(context);
  const where = [isNamed, ...conditions].map((expression) => ({ expression: expression as RawBuilder<SqlBool> }));
  // Always locks in the same order, which avoids deadlocks.
  const order = sql.raw(values.length > 1 ? 'order by id' : '');
  const rows = await runCachedWhere(db, `${getCollectionKey(target)} exist ${values.length}`, where, {}, (all) => {
    const tests = joinConditions(
      all.map(({ expression }) => expression),
      'and',
    );
    const query = sql<{ id: string }>`select id from ${sql.table(target.table)} where ${tests} ${order}
      limit ${sql.lit(values.length)} ${sql.raw(store.kind === 'postgres' ? lock : '')}`;
    return { compile: () => query.compile(db) };
  });
  return rows.length >= values.length;
}

/**
 * Lists the records that `values` name by references, and by links that `before` did not have. `entries` are the form
 * entries that the values come from. Values set by the server (`own`) may name records that the user does not see.
 */
export function* listNamedRecords(
  { collection, account }: ReadContext,
  values: RecordValues,
  {
    entries,
    before = {},
    own = {},
  }: { entries: ReadonlyMap<string, FormEntry>; before?: RecordValues; own?: RecordValues },
): Generator<NamedRecords> {
  const { resource } = collection;
  const ownField = getOwnField(resource, account.role);
  // The user must see the records that they name; values of the server and its hooks only have to exist.
  const getReader = (name: string) => (Object.hasOwn(own, name) ? undefined : account);
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name] ?? null;
    // A computed key may name a record that does not exist yet.
    if (!isReference(field) || field.compute || value === null || ownField === name) continue;
    // Deleted records keep their names. The server also sets the column with the id.
    const isOwn = Object.hasOwn(own, name);
    if (isOwn && collection.columns.some((one) => one.name === name && one.idColumn)) continue;
    if (field.extraOptions?.includes(String(value))) continue;
    const by = getReferenceKey(field, isOwn ? undefined : entries.get(name));
    yield { field: name, to: field.to, by, values: [value], visibleTo: getReader(name) };
  }
  for (const { name, field } of getLinkColumns(collection)) {
    const existing = new Set((before[name] ?? []) as string[]);
    const added = ((values[name] ?? []) as string[]).filter((id) => !existing.has(id));
    const named = {
      field: name,
      to: String(getTargetName(field)),
      by: 'id',
      values: added,
      visibleTo: getReader(name),
    };
    if (added.length > 0) yield named;
  }
}

/** Merges named records by field, each value once. */
const mergeNamedRecords = (all: readonly NamedRecords[]): NamedRecords[] =>
  [
    ...Map.groupBy(all, ({ field, to, by, visibleTo }) => JSON.stringify([field, to, by, visibleTo?.id])).values(),
  ].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, values: [...new Set(same.flatMap((one) => one.values))] })),
  );

/** Throws an HttpError (400) at a field by which one of several records names an absent or invisible one. */
export async function refuseAbsent(
  context: WriteContext,
  records: readonly { named: readonly NamedRecords[] }[],
): Promise<void> {
  try {
    await requireNamed(context, mergeNamedRecords(records.flatMap(({ named }) => named)));
  } catch (cause) {
    // Each on its own tells which record it is.
    if (records.length > 1 && cause instanceof HttpError)
      for (const [index, { named }] of records.entries())
        await requireNamed(context, named).catch(refuseAt(context, index));
    throw cause;
  }
}

async function requireNamed(context: WriteContext, named: Iterable<NamedRecords>): Promise<void> {
  // Several records may share a value other than the id, so such values are looked up one by one.
  for (const one of named)
    for (const values of splitIntoBatches(one.values, one.by === 'id' ? undefined : 1))
      if (!(await recordsExist(context, { ...one, values })))
        throw HttpError.forField(one.field, 400, 'server.noSuchRecord');
}

/** A field of a collection that refers to records of another resource. */
export interface Referrer {
  collection: Collection;
  column: Column;
  /** The field of the referenced record that is stored. */
  by: string;
  onDelete: OnDelete;
}

/** Lists the fields that refer to a resource. Existing tables are left out: their own calls handle deletes. */
export function* findReferrers(name: string, collections: readonly Collection[]): Generator<Referrer> {
  for (const collection of collections.filter(({ existingTable }) => !existingTable)) {
    const { create, edit } = collection.resource;
    const entries = [...(create?.groups ?? []), ...(edit?.groups ?? [])].flatMap(({ fields }) => fields);
    for (const column of collection.columns) {
      const { field } = column;
      if (!isReferring(field) || field.to !== name || column.lookup || field.compute) continue;
      const { onDelete = 'refuse' } = field;
      const own = entries.flatMap((one) => (typeof one === 'object' && one.field === column.name ? one : []));
      for (const by of new Set([getReferenceKey(field), ...own.map((one) => getReferenceKey(field, one))]))
        yield { collection, column, by, onDelete };
    }
  }
}

/** Throws an HttpError (409) if changed columns hold a value by which other records refer to this one. */
export async function refuseReferencedKeyChange(
  { db, services, collection: target }: WriteContext,
  changed: readonly ChangedRow[],
): Promise<void> {
  for (const { collection, column, by } of findReferrers(target.resource.name, services.collections)) {
    const keyColumn = by === 'id' ? 'id' : (target.columns.find(({ name }) => name === by)?.valueColumn ?? 'id');
    for (const { oldRow: row, newRow, columns } of changed) {
      const value = row[keyColumn] ?? null;
      if (value === null || !columns.includes(keyColumn) || newRow[keyColumn] === value) continue;
      const others = collection === target ? sql`and id <> ${row.id}` : sql``;
      const query = sql`select id from ${sql.table(collection.table)}
        where ${compileEqualTo(column, String(value))} ${others} limit 1`;
      if ((await query.execute(db)).rows.length > 0)
        throw new HttpError(409, `server.inUse|${collection.resource.name}`);
    }
  }
}

/** Finds the references of existing tables that hold a key beside the id of its record (`table.idColumns`). */
export function* findKeyCopies(name: string, collections: readonly Collection[]) {
  for (const { table, resource, columns } of collections)
    for (const { field, valueColumn, idColumn } of columns)
      if (idColumn && resource.table?.writable && isReferring(field) && field.to === name)
        yield { table, valueColumn, idColumn, by: getReferenceKey(field) };
}

/** Updates changed keys in the rows of existing tables that hold them beside the id of their record. */
export async function updateKeyCopies(
  { db, services, collection: target }: WriteContext,
  changed: readonly ChangedRow[],
): Promise<void> {
  for (const { table, valueColumn, idColumn, by } of findKeyCopies(target.resource.name, services.collections)) {
    const key = target.columns.find(({ name }) => name === by)?.valueColumn ?? 'id';
    for (const { newRow, columns } of changed)
      if (columns.includes(key))
        await sql`update ${sql.table(table)} set ${sql.ref(valueColumn)} = ${newRow[key]}
          where ${sql.ref(idColumn)} = ${newRow.id} and ${sql.ref(valueColumn)} <> ${newRow[key]}`.execute(db);
  }
}

interface RestoredValues {
  values: RecordValues;
  /** The fields with `onDelete: 'keep'` that go on naming a missing record. */
  missing: string[];
}

/**
 * Removes references to missing records from values that are to be restored, from the trash or an earlier version.
 * `returns` is true for a record that is restored with them. Throws an HttpError (409) at a field that is required or does
 * not allow that.
 */
export async function clearMissingReferences(
  context: WriteContext,
  values: RecordValues,
  returns: (to: string, by: string, value: unknown) => boolean = () => false,
): Promise<RestoredValues> {
  const kept = { ...values };
  const missing: string[] = [];
  for (const { name, field } of context.collection.columns) {
    const held = [values[name] ?? []].flat();
    if (!isReferring(field) || held.length === 0) continue;
    const { to, onDelete } = field;
    const by = getKeyField(field);
    const exists = (one: unknown) =>
      returns(to, by, one) || recordsExist(context, { to, by, values: [one], visibleTo: undefined });
    const found = await Promise.all(held.map(exists));
    if (found.every(Boolean)) continue;
    if (onDelete === 'keep') missing.push(name);
    else if (onDelete !== 'clear' || field.required) throw HttpError.forField(name, 409, 'server.noSuchRecord');
    else kept[name] = Array.isArray(values[name]) ? held.filter((_, at) => found[at]) : null;
  }
  return { values: kept, missing };
}
