import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayRead } from '../../../config/rights.ts';
import { maskText } from '../../../fields/text.ts';
import type { Role } from '../../../wire/call.ts';
import { toIsoString } from '../../base/time.ts';
import { runConditionQuery, selectFromIndex } from '../../db/columnConditions.ts';
import type { Account } from '../../http/callHandler.ts';
import { serverParts } from '../../parts.ts';
import type { Services } from '../../services.ts';
import { mayUnmask } from '../access/fieldAccess.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import { compileSummaryTotal } from '../derived/summaryTables.ts';
import { type Condition, toColumnConditions, toCondition } from '../query/rowCondition.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import { type RecordValues, readValue } from '../schema/recordRow.ts';
import type { ListQuery } from './listQuery.ts';
import { addLabels } from './recordLabels.ts';
import { findRestrictedPage } from './restrictedOrder.ts';
import { signUploads } from './signedUploads.ts';

type ListOrder = Pick<ListQuery, 'orderBy' | 'sortColumn'>;

/** The records that match, read along the index that its table has for that order. */
function selectMatching(db: CollectionDb, { table }: Collection, where: readonly Condition[], by?: Column) {
  const index = serverParts().tableHints?.[table]?.chooseIndex(
    toColumnConditions(where) ?? [],
    by?.sortColumn ?? by?.valueColumn ?? '',
  );
  return where.reduce((query, { expression: test }) => query.where(test), selectFromIndex(db, table, index));
}

/** A stretch of time is found first and then sorted: PostgreSQL might read the whole table in order for it instead. */
function compileSortKey(
  { orderBy, sortColumn: by }: ListOrder,
  where: readonly Condition[],
): RawBuilder<unknown> | undefined {
  const isFar = ({ columnCondition: fact }: Condition) =>
    fact && ['>=', '<'].includes(fact.operator) && fact.column !== by?.valueColumn;
  if (!orderBy || !by || !where.some(isFar)) return orderBy;
  return by.storage === 'text' ? sql`${orderBy} || ''` : sql`${orderBy} + 0`;
}

/**
 * How a list is read: missing values come first. A table that is there has its own indexes, which say nothing of them,
 * and so nothing is said here.
 */
function selectInOrder(
  db: CollectionDb,
  collection: Collection,
  where: readonly Condition[],
  order: ListOrder,
  down: boolean,
) {
  const nulls = collection.existingTable ? '' : down ? ' nulls last' : ' nulls first';
  const query = selectMatching(db, collection, where, order.sortColumn);
  const key = compileSortKey(order, where);
  const direction = down ? 'desc' : 'asc';
  return (key ? query.orderBy(sql`${key} ${sql.raw(direction + nulls)}`) : query).selectAll().orderBy('id', direction);
}

/** The records of a list that has neither pages nor a total, the first `most` of them. */
export async function findFirstRows(
  services: Services,
  collection: Collection,
  { where, descending, ...order }: Pick<ListQuery, 'where' | 'orderBy' | 'sortColumn' | 'descending'>,
  most: number | undefined,
): Promise<CollectionRow[]> {
  const db = toCollectionDb(services.db);
  const all = selectInOrder(db, collection, where, order, descending);
  const rows = most === undefined ? all : all.limit(most);
  return readLinks(db, collection, (await rows.execute()) as CollectionRow[]);
}

/** How the queries of a list are run: of a table that is there as compiled before, of any other on a thread of their own. */
function createQueryRunner({ db, store }: Services, { table }: Collection, where: readonly Condition[]) {
  const facts = serverParts().tableHints?.[table] && toColumnConditions(where);
  return <R, V extends Readonly<Record<string, unknown>>>(
    what: string,
    values: V,
    build: (where: readonly Condition[], values: V) => Compilable<R>,
  ): Promise<R[]> =>
    facts
      ? runConditionQuery(db, `${table} ${what}`, facts, values, (held, holes) => build(held.map(toCondition), holes))
      : store.readers.read(build(where, values));
}

/** One page of the records that match, and how many match in all. Missing values come first. */
export async function findRowsPage(
  services: Services,
  collection: Collection,
  { where, descending, from, to, restrictedOrder: byGiven, ...order }: ListQuery,
): Promise<{ rows: CollectionRow[]; total: number }> {
  const db = toCollectionDb(services.db);
  const run = createQueryRunner(services, collection, where);
  const [counted] = await run<{ total: unknown }, RecordValues>(
    'total',
    {},
    (all) =>
      compileSummaryTotal(db, collection, all) ??
      selectMatching(db, collection, all).select((of) => of.fn.countAll<number>().as('total')),
  );
  const total = Number(counted?.total ?? 0);
  const size = Math.min(to + 1, total) - from;
  if (size <= 0) return { rows: [], total };
  if (byGiven) {
    const page = { where, descending, total, from, size };
    const given = await findRestrictedPage(db, collection, byGiven, page, (query) =>
      services.store.readers.read(query),
    );
    return { rows: await readLinks(db, collection, given), total };
  }
  // From the end that is nearer.
  const fromEnd = from > total / 2;
  const down = descending !== fromEnd;
  const page = { size, skipped: fromEnd ? total - from - size : from };
  const rows = await run(`page ${order.sortColumn?.name} ${down}`, page, (all, { size, skipped }) =>
    selectInOrder(db, collection, all, order, down).limit(size).offset(skipped),
  );
  return { rows: await readLinks(db, collection, (fromEnd ? rows.toReversed() : rows) as CollectionRow[]), total };
}

/** One record, if it is there and this person's; held until the end of the transaction where `hold` is set. */
export async function findRow(
  db: CollectionDb,
  { store }: Pick<Services, 'store'>,
  collection: Collection,
  id: string,
  account: Account,
  hold = false,
): Promise<CollectionRow | undefined> {
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
): Promise<CollectionRow[]> {
  const valid = ids.filter((id) => !id.includes('\0'));
  if (valid.length === 0) return [];
  const [only] = valid;
  const byIds = valid.length === 1 ? sql<SqlBool>`id = ${only}` : sql<SqlBool>`id in (${sql.join(valid)})`;
  const where = [byIds, ...getVisibleConditions(collection, account)].map((expression) => ({ expression: expression }));
  const found = selectMatching(db, collection, where).selectAll();
  const query = valid.length === 1 ? found : found.orderBy('id');
  const rows = await (hold && store.kind === 'postgres' ? query.forUpdate() : query).execute();
  return readLinks(db, collection, rows as CollectionRow[]);
}

/** Reads of rows what a role may read; what is masked is masked here for those who may not change it. */
function createRowReader({ resource, columns }: Collection, role: Role): (row: CollectionRow) => RecordValues {
  const open = columns.filter(({ name }) => mayRead(resource, role, name));
  const masked = open.filter(({ name, field }) => field.kind.name === 'masked' && !mayUnmask(resource, role, name));
  return (row) => {
    const values: RecordValues = { id: row.id };
    for (const column of open) values[column.name] = readValue(column, row);
    for (const { name } of masked) if (typeof values[name] === 'string') values[name] = maskText(values[name]);
    return values;
  };
}

/** Who made and changed records and when, and the version that a change names. */
async function createStampReader(
  { db }: Services,
  { existingTable: placed }: Collection,
  rows: readonly CollectionRow[],
) {
  if (placed) return undefined;
  const people = [...new Set(rows.flatMap((row) => [String(row.created_by), String(row.changed_by)]))];
  const found = people.length
    ? await db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', people).execute()
    : [];
  const names = new Map(found.map(({ id, full_name }) => [id, full_name]));
  return (row: CollectionRow): RecordValues => ({
    createdAt: toIsoString(Number(row.created_at)),
    createdBy: names.get(String(row.created_by)) ?? null,
    changedAt: toIsoString(Number(row.changed_at)),
    changedBy: names.get(String(row.changed_by)) ?? null,
    version: row.version,
  });
}

/** Takes those values out of records that come from other ones which this person does not see. */
async function removeInvisibleValues(
  { db }: Services,
  { table, columns }: Collection,
  records: readonly RecordValues[],
  { id, role }: Account,
): Promise<void> {
  const guarded = columns.flatMap(({ name, valueRules: seen }) =>
    seen?.[role] ? [{ name, given: seen[role](sql`${id}`) }] : [],
  );
  if (guarded.length === 0 || records.length === 0) return;
  const given = guarded.map(({ given }, at) => sql`case when ${given} then 1 else 0 end as ${sql.ref(`g${at}`)}`);
  const ids = sql.join(records.map((one) => one.id));
  const query = sql<CollectionRow>`select id, ${sql.join(given)} from ${sql.table(table)} where id in (${ids})`;
  const rows = new Map((await query.execute(db)).rows.map((row) => [row.id, row]));
  for (const record of records)
    for (const [at, { name }] of guarded.entries())
      if (name in record && rows.get(String(record.id))?.[`g${at}`] !== 1) record[name] = null;
}

/** Rows as records: the fields that this role may read, who made and changed them and when, and the version that a change names. */
export async function toRecords(
  services: Services,
  collection: Collection,
  rows: readonly CollectionRow[],
  reader: Account,
): Promise<RecordValues[]> {
  const stamp = await createStampReader(services, collection, rows);
  const read = createRowReader(collection, reader.role);
  const records = rows.map((row) => Object.assign(read(row), stamp?.(row)));
  await removeInvisibleValues(services, collection, records, reader);
  await addLabels(services, collection, records, reader);
  await signUploads(services, collection, records, reader);
  return records;
}
