import { type Expression, type SqlBool, sql } from 'kysely';
import { mayRead } from '../../src/config/rights.ts';
import { mask } from '../../src/fields/text.ts';
import type { Role } from '../../src/wire/call.ts';
import type { Account } from '../http/handler.ts';
import type { Services } from '../services.ts';
import { patientKey as sortKey } from '../store/appointments.ts';
import { isoOf } from '../time.ts';
import { countedTotal } from './counts.ts';
import { labelRecords } from './labels.ts';
import { readLinks } from './links.ts';
import type { Collection, Column } from './plan.ts';
import type { ListQuery } from './query.ts';
import { seenBy } from './rows.ts';
import { mayUnmask } from './rules.ts';
import { type CollectionDb, collectionDb, type Row, uniqueKey } from './tables.ts';
import { signUploads } from './uploads.ts';

/** Values as a record has them, by field. */
export type Values = Record<string, unknown>;

type RowQuery = ReturnType<typeof matching>;

const matching = (db: CollectionDb, { table }: Collection, where: readonly Expression<SqlBool>[]) =>
  where.reduce((query, one) => query.where(one), db.selectFrom(table));

/**
 * How a list is read: missing values come first. A table that is there has its own indexes, which say nothing of them,
 * and so nothing is said here.
 */
function inOrder({ placed }: Collection, { orderBy }: Pick<ListQuery, 'orderBy'>, query: RowQuery, down: boolean) {
  const order = sql.raw(`${down ? 'desc' : 'asc'}${placed ? '' : down ? ' nulls last' : ' nulls first'}`);
  return (orderBy ? query.orderBy(sql`${orderBy} ${order}`) : query).selectAll().orderBy('id', down ? 'desc' : 'asc');
}

/** The records of a list that has neither pages nor a total, the first `most` of them. */
export async function firstRows(
  services: Services,
  collection: Collection,
  { where, descending, ...query }: Pick<ListQuery, 'where' | 'orderBy' | 'descending'>,
  most: number | undefined,
): Promise<Row[]> {
  const db = collectionDb(services.db);
  const tests = where.map(({ test }) => test);
  const all = inOrder(collection, query, matching(db, collection, tests), descending);
  const rows = most === undefined ? all : all.limit(most);
  return readLinks(db, collection, (await rows.execute()) as Row[]);
}

/** One page of the records that match, and how many match in all. Missing values come first. */
export async function listRows(
  services: Services,
  collection: Collection,
  { where, descending, from, to, ...order }: ListQuery,
): Promise<{ rows: Row[]; total: number }> {
  const db = collectionDb(services.db);
  const tests = where.map(({ test }) => test);
  const query = matching(db, collection, tests);
  const { readers } = services.store;
  const counted = countedTotal(db, collection, where) ?? query.select((of) => of.fn.countAll<number>().as('total'));
  const total = Number((await readers.read(counted))[0]?.total ?? 0);
  const most = Math.min(to + 1, total) - from;
  if (most <= 0) return { rows: [], total };
  // From the end that is nearer.
  const fromEnd = from > total / 2;
  const down = descending !== fromEnd;
  const rows = await readers.read(
    inOrder(collection, order, query, down)
      .limit(most)
      .offset(fromEnd ? total - from - most : from),
  );
  return { rows: await readLinks(db, collection, (fromEnd ? rows.toReversed() : rows) as Row[]), total };
}

/** One record, if it is there and this person's; held until the end of the transaction where `hold` is set. */
export async function findRow(
  db: CollectionDb,
  { store }: Pick<Services, 'store'>,
  collection: Collection,
  id: string,
  account: Account,
  hold = false,
): Promise<Row | undefined> {
  if (id.includes('\0')) return undefined;
  const query = matching(db, collection, [sql`id = ${id}`, ...seenBy(collection, account)]).selectAll();
  const row = await (hold && store.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return (await readLinks(db, collection, row ? [row as Row] : []))[0];
}

/** The table's columns for these values: what is not among them is left as it is. */
export function columnsFor({ columns }: Collection, values: Values, zone: string): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { name, value, key, unique, keeping, system } of columns) {
    if (system || !Object.hasOwn(values, name)) continue;
    const given = values[name] ?? null;
    const stored = given === null ? null : keeping.write(given, zone);
    row[value] = stored;
    if (key) row[key] = stored === null ? null : sortKey(String(stored));
    if (unique) row[unique] = uniqueKey(stored);
  }
  return row;
}

const valueIn = ({ value, keeping }: Column, row: Row): unknown => {
  const stored = row[value] ?? null;
  return stored === null ? null : keeping.read(stored);
};

/** The values of a row, as its record has them. */
export function valuesOf({ columns }: Collection, row: Row): Values {
  const values: Values = {};
  for (const column of columns) values[column.name] = valueIn(column, row);
  return values;
}

/** Reads of rows what a role may read; what is masked is masked here for those who may not change it. */
function readerFor({ resource, columns }: Collection, role: Role): (row: Row) => Values {
  const open = columns.filter(({ name }) => mayRead(resource, role, name));
  const masked = open.filter(({ name, field }) => field.kind.name === 'masked' && !mayUnmask(resource, role, name));
  return (row) => {
    const values: Values = { id: row.id };
    for (const column of open) values[column.name] = valueIn(column, row);
    for (const { name } of masked) if (typeof values[name] === 'string') values[name] = mask(values[name]);
    return values;
  };
}

/** Who made and changed records and when, and the version that a change names. */
async function stampsFor({ db }: Services, { placed }: Collection, rows: readonly Row[]) {
  if (placed) return undefined;
  const people = [...new Set(rows.flatMap((row) => [String(row.created_by), String(row.changed_by)]))];
  const found = people.length
    ? await db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', people).execute()
    : [];
  const names = new Map(found.map(({ id, full_name }) => [id, full_name]));
  return (row: Row): Values => ({
    createdAt: isoOf(Number(row.created_at)),
    createdBy: names.get(String(row.created_by)) ?? null,
    changedAt: isoOf(Number(row.changed_at)),
    changedBy: names.get(String(row.changed_by)) ?? null,
    version: row.version,
  });
}

/** Takes those values out of records that come from other ones which this person does not see. */
async function takeUnseen(
  { db }: Services,
  { table, columns }: Collection,
  records: readonly Values[],
  { id, role }: Account,
): Promise<void> {
  const guarded = columns.flatMap(({ name, seen }) => (seen?.[role] ? [{ name, given: seen[role](sql`${id}`) }] : []));
  if (guarded.length === 0 || records.length === 0) return;
  const given = guarded.map(({ given }, at) => sql`case when ${given} then 1 else 0 end as ${sql.ref(`g${at}`)}`);
  const ids = sql.join(records.map((one) => one.id));
  const query = sql<Row>`select id, ${sql.join(given)} from ${sql.table(table)} where id in (${ids})`;
  const rows = new Map((await query.execute(db)).rows.map((row) => [row.id, row]));
  for (const record of records)
    for (const [at, { name }] of guarded.entries())
      if (name in record && rows.get(String(record.id))?.[`g${at}`] !== 1) record[name] = null;
}

/** Rows as records: the fields that this role may read, who made and changed them and when, and the version that a change names. */
export async function recordsOf(
  services: Services,
  collection: Collection,
  rows: readonly Row[],
  reader: Account,
): Promise<Values[]> {
  const stamp = await stampsFor(services, collection, rows);
  const read = readerFor(collection, reader.role);
  const records = rows.map((row) => Object.assign(read(row), stamp?.(row)));
  await takeUnseen(services, collection, records, reader);
  await labelRecords(services, collection, records, reader);
  await signUploads(services, collection, records, reader);
  return records;
}
