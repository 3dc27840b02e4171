import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayRead } from '../../../config/rights.ts';
import { mask } from '../../../fields/text.ts';
import type { Role } from '../../../wire/call.ts';
import { isoOf } from '../../base/time.ts';
import { along, runFacts } from '../../db/facts.ts';
import type { Account } from '../../http/handler.ts';
import { serverParts } from '../../parts.ts';
import type { Services } from '../../services.ts';
import { mayUnmask } from '../access/fieldAccess.ts';
import { seenBy } from '../access/rowRules.ts';
import { countedTotal } from '../derived/summaryTables.ts';
import { type Condition, conditionOf, factsIn } from '../query/rowCondition.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionDb, collectionDb, type Row } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import { type Values, valueIn } from '../schema/recordRow.ts';
import type { ListQuery } from './listQuery.ts';
import { labelRecords } from './recordLabels.ts';
import { pageGiven } from './restrictedOrder.ts';
import { signUploads } from './signedUploads.ts';

type Order = Pick<ListQuery, 'orderBy' | 'by'>;

/** The records that match, read along the index that its table has for that order. */
function matching(db: CollectionDb, { table }: Collection, where: readonly Condition[], by?: Column) {
  const index = serverParts().readings?.[table]?.indexFor(factsIn(where) ?? [], by?.sorted ?? by?.value ?? '');
  return where.reduce((query, { test }) => query.where(test), along(db, table, index));
}

/** A stretch of time is found first and then sorted: PostgreSQL might read the whole table in order for it instead. */
function orderIn({ orderBy, by }: Order, where: readonly Condition[]): RawBuilder<unknown> | undefined {
  const isFar = ({ fact }: Condition) => fact && ['>=', '<'].includes(fact.test) && fact.column !== by?.value;
  if (!orderBy || !by || !where.some(isFar)) return orderBy;
  return by.storage === 'text' ? sql`${orderBy} || ''` : sql`${orderBy} + 0`;
}

/**
 * How a list is read: missing values come first. A table that is there has its own indexes, which say nothing of them,
 * and so nothing is said here.
 */
function inOrder(db: CollectionDb, collection: Collection, where: readonly Condition[], order: Order, down: boolean) {
  const nulls = collection.placed ? '' : down ? ' nulls last' : ' nulls first';
  const query = matching(db, collection, where, order.by);
  const key = orderIn(order, where);
  const direction = down ? 'desc' : 'asc';
  return (key ? query.orderBy(sql`${key} ${sql.raw(direction + nulls)}`) : query).selectAll().orderBy('id', direction);
}

/** The records of a list that has neither pages nor a total, the first `most` of them. */
export async function firstRows(
  services: Services,
  collection: Collection,
  { where, descending, ...order }: Pick<ListQuery, 'where' | 'orderBy' | 'by' | 'descending'>,
  most: number | undefined,
): Promise<Row[]> {
  const db = collectionDb(services.db);
  const all = inOrder(db, collection, where, order, descending);
  const rows = most === undefined ? all : all.limit(most);
  return readLinks(db, collection, (await rows.execute()) as Row[]);
}

/** How the queries of a list are run: of a table that is there as compiled before, of any other on a thread of their own. */
function runnerOf({ db, store }: Services, { table }: Collection, where: readonly Condition[]) {
  const facts = serverParts().readings?.[table] && factsIn(where);
  return <R, V extends Readonly<Record<string, unknown>>>(
    what: string,
    values: V,
    build: (where: readonly Condition[], values: V) => Compilable<R>,
  ): Promise<R[]> =>
    facts
      ? runFacts(db, `${table} ${what}`, facts, values, (held, holes) => build(held.map(conditionOf), holes))
      : store.readers.read(build(where, values));
}

/** One page of the records that match, and how many match in all. Missing values come first. */
export async function listRows(
  services: Services,
  collection: Collection,
  { where, descending, from, to, byGiven, ...order }: ListQuery,
): Promise<{ rows: Row[]; total: number }> {
  const db = collectionDb(services.db);
  const run = runnerOf(services, collection, where);
  const [counted] = await run<{ total: unknown }, Values>(
    'total',
    {},
    (all) =>
      countedTotal(db, collection, all) ??
      matching(db, collection, all).select((of) => of.fn.countAll<number>().as('total')),
  );
  const total = Number(counted?.total ?? 0);
  const size = Math.min(to + 1, total) - from;
  if (size <= 0) return { rows: [], total };
  if (byGiven) {
    const page = { where, descending, total, from, size };
    const given = await pageGiven(db, collection, byGiven, page, (query) => services.store.readers.read(query));
    return { rows: await readLinks(db, collection, given), total };
  }
  // From the end that is nearer.
  const fromEnd = from > total / 2;
  const down = descending !== fromEnd;
  const page = { size, skipped: fromEnd ? total - from - size : from };
  const rows = await run(`page ${order.by?.name} ${down}`, page, (all, { size, skipped }) =>
    inOrder(db, collection, all, order, down).limit(size).offset(skipped),
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
  return (await findRows(db, { store }, collection, [id], account, hold))[0];
}

/** The same for several, those that are there, in the order of their ids. */
export async function findRows(
  db: CollectionDb,
  { store }: Pick<Services, 'store'>,
  collection: Collection,
  ids: readonly string[],
  account: Account,
  hold = false,
): Promise<Row[]> {
  const valid = ids.filter((id) => !id.includes('\0'));
  if (valid.length === 0) return [];
  const [only] = valid;
  const byIds = valid.length === 1 ? sql<SqlBool>`id = ${only}` : sql<SqlBool>`id in (${sql.join(valid)})`;
  const where = [byIds, ...seenBy(collection, account)].map((test) => ({ test }));
  const found = matching(db, collection, where).selectAll();
  const query = valid.length === 1 ? found : found.orderBy('id');
  const rows = await (hold && store.kind === 'postgres' ? query.forUpdate() : query).execute();
  return readLinks(db, collection, rows as Row[]);
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
