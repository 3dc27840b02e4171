import { type Compilable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { getConjuncts } from '../../../where/where.ts';
import { compileCachedWhere } from '../../db/cachedQuery.ts';
import type { Db, Schema } from '../../db/databaseSchema.ts';
import { selectFromIndex } from '../../db/selectFromIndex.ts';
import type { Services } from '../../services.ts';
import { compileSummaryTotal, findSummaryKeys } from '../derived/summaryTables.ts';
import { findColumn } from '../query/wherePath.ts';
import {
  type Collection,
  type Column,
  getCollection,
  getCollectionKey,
  type ListCondition,
} from '../schema/collection.ts';
import { type CollectionRow, selectReadColumns } from '../schema/collectionDb.ts';
import { compileFindOptions, createWhereContext, type FindOptions, type ListQuery } from './listQuery.ts';
import type { ReadContext } from './operationContext.ts';
import { isShortCount } from './shortQueries.ts';

/** The total beside a row. Columns of fields begin with a kind of storage, so none has this name. */
export const TOTAL_COLUMN = 'total';

/** With the index of a collection along which SQLite reads. */
type ListOrder = Pick<ListQuery, 'orderBy'> & { sortColumn?: Column | undefined; index?: string | undefined };

/** Selects matching rows. SQLite uses the index that the existing table has for the conditions and the sort column. */
export function selectMatching(
  db: Db,
  { table, hints }: Collection,
  where: readonly ListCondition[],
  order: ListOrder = {},
) {
  const sort = order.sortColumn;
  const sortName = sort?.sortColumn ?? sort?.valueColumn ?? '';
  const conditions = where.flatMap(({ condition }) => (condition ? getConjuncts(condition) : []));
  const index = order.index ?? hints?.chooseIndex(conditions, sortName);
  return where.reduce(
    (query, { expression }) => query.where(expression),
    selectFromIndex<Record<string, CollectionRow>, string>(db, table, index),
  );
}

/** With a range condition on another column, PostgreSQL must not scan the table in sort order: sorts by an expression. */
function compileSortKey({ orderBy, sortColumn }: ListOrder, where: readonly ListCondition[]) {
  const isOtherRange = where.some(({ ranged }) => ranged && ranged !== sortColumn);
  if (!orderBy || !sortColumn || !isOtherRange) return orderBy;
  return sortColumn.storage === 'text' ? sql`${orderBy} || ''` : sql`${orderBy} + 0`;
}

/** Selects rows in order, missing values first. The indexes of existing tables do not say where nulls go. */
export function selectInOrder(
  db: Db,
  collection: Collection,
  where: readonly ListCondition[],
  order: ListOrder,
  isDescending: boolean,
) {
  const nulls = collection.existingTable ? '' : isDescending ? ' nulls last' : ' nulls first';
  const query = selectMatching(db, collection, where, order);
  const key = collection.existingTable ? compileSortKey(order, where) : order.orderBy;
  const direction = isDescending ? 'desc' : 'asc';
  const ordered = key ? query.orderBy(sql`${key} ${sql.raw(direction + nulls)}`) : query;
  return selectReadColumns(collection, ordered).orderBy('id', direction);
}

/**
 * Selects a page of the records under a row rule with these keys. Merges the first entries of each key's range of an
 * index, and reads only the rows of the page. They must meet the rule itself.
 */
export function selectRulePage(
  db: Db,
  collection: Collection,
  [rule, ...keys]: readonly ListCondition[],
  order: ListOrder,
  isDescending: boolean,
  { size, skipped, end }: { size: number; skipped: number; end: number },
) {
  const column = findColumn(collection, rule?.keys?.field ?? '');
  if (!rule || !column) throw new TypeError('A rule with keys is expected.');
  const direction = sql.raw(isDescending ? 'desc nulls last' : 'asc nulls first');
  const ranges = keys.map(({ expression: key }) => {
    const isNamed = { expression: sql<SqlBool>`${sql.ref(column.valueColumn)} = ${key}` };
    const range = selectInOrder(db, collection, [isNamed], order, isDescending)
      .clearSelect()
      .select(['id', (order.orderBy ?? sql`id`).as('sort_key')])
      .limit(end);
    return sql`select id, sort_key from ${range} as one_range`;
  });
  const merged = sql`select id from (${sql.join(ranges, sql` union all `)}) as merged
    order by sort_key ${direction}, id ${direction} limit ${size} offset ${skipped}`;
  return selectInOrder(
    db,
    collection,
    [{ expression: sql<SqlBool>`id in (${merged})` }, rule],
    order,
    isDescending,
  ).limit(size);
}

/**
 * Selects a page with the total as a column of each row. A search reads the matching records for both: with queries of
 * their own it would do so twice.
 */
export function selectPageWithTotal(
  db: Db,
  collection: Collection,
  where: readonly ListCondition[],
  order: ListOrder,
  isDescending: boolean,
  { size, skipped }: { size: number; skipped: number },
) {
  const direction = sql.raw(isDescending ? 'desc nulls last' : 'asc nulls first');
  const found = selectMatching(db, collection, where).select(['id', (order.orderBy ?? sql`id`).as('sort_key')]);
  const page = sql`select id from found order by sort_key ${direction}, id ${direction} limit ${size} offset ${skipped}`;
  const withFound = db.with(
    (name) => name('found').materialized(),
    () => found,
  ) as unknown as Db;
  return selectInOrder(
    withFound,
    collection,
    [{ expression: sql<SqlBool>`id in (${page})` }],
    order,
    isDescending,
  ).select(sql<number>`(select count(*) from found)`.as(TOTAL_COLUMN));
}

type ReadQuery = <R>(query: Compilable<R>) => Promise<R[]>;

/** Reads in the open transaction, else on a reader thread. */
export const createQueryReader =
  ({ services: { store }, db }: Pick<ReadContext, 'services' | 'db'>): ReadQuery =>
  async (query) =>
    db ? (await db.executeQuery(query.compile())).rows : store.readers.read(query);

type BuildQuery<R, V> = (where: readonly ListCondition[], values: V) => Compilable<R>;

/**
 * Creates a function that runs queries of a list, each compiled once. Without a transaction a short one (shortQueries.ts)
 * runs on this thread, which costs less than waking a reader; PostgreSQL reads elsewhere anyway.
 */
export function createQueryRunner(
  { services, collection, db }: Pick<ReadContext, 'services' | 'collection' | 'db'>,
  where: readonly ListCondition[],
) {
  const key = getCollectionKey(collection);
  const read = createQueryReader({ services, ...(db && { db }) });
  return async <R, V extends Readonly<Record<string, unknown>>>(
    name: string,
    values: V,
    build: BuildQuery<R, V>,
    isShort: boolean,
  ): Promise<R[]> => {
    const compiled = compileCachedWhere(services.db, `${key} ${name}`, where, values, build);
    const isHere = isShort && (collection.existingTable || services.store.kind === 'sqlite');
    return isHere ? (await (db ?? services.db).executeQuery(compiled)).rows : read({ compile: () => compiled });
  };
}

/** Reads the total of a list: from the summary table if that counts such records, else by `count`. */
export async function readTotal<V extends Readonly<Record<string, unknown>>>(
  scope: Pick<ReadContext, 'services' | 'collection' | 'db'>,
  where: readonly ListCondition[],
  name: string,
  values: V,
  count: BuildQuery<{ total: unknown }, V>,
): Promise<number> {
  const { collection, services, db = services.db } = scope;
  const keys = collection.existingTable ? undefined : findSummaryKeys(collection, where);
  const equals = [...(keys ?? [])].flatMap(([column, of]) => of.map((value) => ({ column, value })));
  // Values of the summary table are expressions beside the conditions, so that they become placeholders too.
  const expressions = equals.map(({ value }): ListCondition => ({ expression: sql<SqlBool>`${value}` }));
  const [counted] = await createQueryRunner(scope, [...where, ...expressions])(
    name,
    values,
    (all, placeholders) => {
      const conditions = all.slice(0, where.length);
      const held = all.slice(where.length).map(({ expression }, at) => ({ ...equals[at], expression }));
      const byColumn = Map.groupBy(held, ({ column }) => column as Column);
      const equal = keys && new Map([...byColumn].map(([column, of]) => [column, of.map((one) => one.expression)]));
      return compileSummaryTotal(db, collection, conditions, equal) ?? count(conditions, placeholders);
    },
    isShortCount(collection, where),
  );
  return Number(counted?.total ?? 0);
}

/** A query of the app on a table that migrations created. */
export interface TableQuery {
  where: FindOptions['where'];
  /** Account that `me` stands for. */
  me?: string | undefined;
}

function compileTableQuery(services: Services, name: string, { where, me = '' }: TableQuery) {
  const collection = getCollection(services, name);
  const context = { ...createWhereContext(services), me: sql`${me}` };
  const conditions = compileFindOptions(collection, context, { where }).where;
  return { collection, conditions: [...(collection.tableFilter ?? []), ...conditions] };
}

/**
 * Selects the matching rows of a resource's table `T`, unsorted. SQLite uses the index that fits the conditions and
 * `sort`, the field by which the caller sorts.
 */
export function selectRows<T extends keyof Schema & string>(
  services: Services,
  name: string,
  { sort, ...query }: TableQuery & { sort?: string },
): SelectQueryBuilder<Schema, T, object> {
  const { collection, conditions } = compileTableQuery(services, name, query);
  const rows = selectMatching(services.db, collection, conditions, { sortColumn: findColumn(collection, sort ?? '') });
  return rows as unknown as SelectQueryBuilder<Schema, T, object>;
}

/** Counts the rows of a resource's table up to `most`, from its summary table or by reading at most that many. */
export async function countRows(
  services: Services,
  name: string,
  { most = Number.MAX_SAFE_INTEGER, ...query }: TableQuery & { most?: number | undefined },
): Promise<number> {
  const { db } = services;
  const { collection, conditions } = compileTableQuery(services, name, query);
  const count: BuildQuery<{ total: unknown }, { most: number }> = (all, placeholders) => {
    const some = selectMatching(db, collection, all).select(sql.lit(1).as('one')).limit(placeholders.most);
    return db.selectFrom(some.as('some')).select((of) => of.fn.countAll<number>().as('total'));
  };
  return Math.min(most, await readTotal({ services, collection, db }, conditions, 'count', { most }, count));
}
