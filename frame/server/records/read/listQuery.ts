import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { FilterConfig } from '../../../config/listConfig.ts';
import { getFilterOperator, getFilters, PERIOD_FILTER, toFilterWhere } from '../../../config/listFilters.ts';
import { isBlank } from '../../../config/validate.ts';
import { isReferring } from '../../../fields/fieldTypes.ts';
import { parseWhere, tryParseWhere, WhereError } from '../../../where/parseWhere.ts';
import type { Condition, Where } from '../../../where/where.ts';
import { SYSTEM_ROLE } from '../../../wire/roles.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { checkWherePaths } from '../query/checkWherePaths.ts';
import { compileSearch } from '../query/compileSearch.ts';
import { createListRefusal } from '../query/compileWhere.ts';
import { toListConditions } from '../query/listConditions.ts';
import { MAX_LIST_SIZE } from '../query/operatorMap.ts';
import { findColumn, getValueCondition, type WhereContext } from '../query/wherePath.ts';
import type { Collection, Column, ListCondition } from '../schema/collection.ts';
import { getOrderExpression } from '../schema/sortOrder.ts';
import type { ReadContext } from './operationContext.ts';
import { parseListWhere } from './parseListWhere.ts';
import { toPeriodWhere } from './periodCondition.ts';
import type { RestrictedOrder } from './restrictedOrder.ts';

type QueryContext = WhereContext & { kind: NonNullable<WhereContext['kind']> };

/** Creates the context to compile conditions in. With an account, values that it may not see count as missing. */
export const createWhereContext = (
  { store, config, collections }: Pick<Services, 'store' | 'config' | 'collections'>,
  account?: Account,
): QueryContext => ({
  ...{ collections, kind: store.kind, zone: config.timeZone, me: sql`${account?.id ?? ''}` },
  ...(account && { account }),
});

/** The query of a list, validated against the config. */
export interface ListQuery {
  where: ListCondition[];
  /** Sorts by id if left out. */
  orderBy?: RawBuilder<unknown>;
  /** Sorts by a value that the user does not see in every record. */
  restrictedOrder?: RestrictedOrder;
  /** The sort column. */
  sortColumn?: Column;
  descending: boolean;
  from: number;
  /** Inclusive. */
  to: number;
}

const parameterSchemas = {
  sort: z.tuple([z.string(), z.enum(['ASC', 'DESC'])]),
  range: z.tuple([z.int().min(0), z.int().min(0)]),
  filter: z.record(z.string(), z.unknown()),
  where: z.record(z.string(), z.unknown()),
};

/** Parses a JSON parameter. Throws an HttpError (400) with an example. */
function parseParameter<K extends keyof typeof parameterSchemas>(
  query: Record<string, unknown>,
  part: K,
  example: string,
) {
  const text = query[part];
  if (text === undefined || text === '') return undefined;
  try {
    return parameterSchemas[part].parse(JSON.parse(String(text))) as z.output<(typeof parameterSchemas)[K]>;
  } catch {
    throw createListRefusal(part, `such as ${example} is expected`);
  }
}

/** False for an empty filter, which does not apply. An empty list of ids matches nothing. */
const hasFilterValue = ([name, value]: [string, unknown]) =>
  name === 'id' || !(isBlank(value) || (Array.isArray(value) && value.length === 0));

/** Options of the records API. */
export interface FindOptions {
  where?: Where | undefined;
  sort?: { field: string; order: 'ASC' | 'DESC' };
}

/** Compiles options of the records API. Throws an HttpError (400) for a value that its field cannot have. */
export function compileFindOptions(
  collection: Collection,
  context: WhereContext,
  { where = {}, sort }: FindOptions,
): Omit<ListQuery, 'from' | 'to'> {
  const condition = parseWhere(where);
  const [wrong] = checkWherePaths(collection, condition, context.collections);
  const column = sort && findColumn(collection, sort.field);
  if (wrong ?? (sort && !column))
    throw new TypeError(`${collection.resource.name} has no field ${wrong?.path ?? sort?.field}.`);
  return {
    where: toListConditions(collection, condition, context),
    ...(column && { orderBy: getOrderExpression(column), sortColumn: column }),
    descending: sort?.order === 'DESC',
  };
}

/**
 * Compiles options of the records API for an account. Throws an HttpError (400) also for fields that the role may not
 * find records by.
 */
export function compileAccountOptions(
  { services, collection, account }: ReadContext,
  { where = {}, sort }: FindOptions,
): Omit<ListQuery, 'from' | 'to'> {
  if (account.role === SYSTEM_ROLE)
    return compileFindOptions(collection, createWhereContext(services), { where, ...(sort && { sort }) });
  const context = createWhereContext(services, account);
  const condition = parseListWhere(collection, services.collections, where, account);
  const column = sort && findColumn(collection, sort.field);
  if (sort && sort.field !== 'id' && !(column && mayFindBy(collection.resource, account.role, sort.field)))
    throw createListRefusal('sort', `"${sort.field}": no field that records can be found by`);
  return {
    where: compileForCaller(collection, context, condition, ['where', 'a value cannot be used']),
    ...(column && { ...getListOrder(column, account), sortColumn: column }),
    descending: sort?.order === 'DESC',
  };
}

/** Compiles a condition of the caller. Throws an HttpError (400) that names the part. */
function compileForCaller(
  collection: Collection,
  context: QueryContext,
  condition: Condition,
  [part, reason]: readonly [part: string, reason: string],
): ListCondition[] {
  try {
    return toListConditions(collection, condition, context);
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    throw createListRefusal(part, reason);
  }
}

/** Compiles a filter of a list: one of the config, a reference, `q` or `id`. */
function compileFilterParameter(
  collection: Collection,
  context: QueryContext,
  account: Account,
  [name, expected]: [string, unknown],
): ListCondition[] {
  const { resource } = collection;
  const { role } = account;
  if (name === 'q') {
    const searched = resource.list.search?.filter((one) => mayFindBy(resource, role, one)) ?? [];
    return [{ expression: compileSearch(collection, expected, { ...context, account }, searched) }];
  }
  if (name === 'id') {
    const ids = (Array.isArray(expected) ? expected : [expected]).map(String);
    if (ids.length > MAX_LIST_SIZE) throw createListRefusal('id', `at most ${MAX_LIST_SIZE} are expected`);
    return toListConditions(collection, parseWhere({ id: ids.filter((id) => !id.includes('\0')) }), context);
  }
  const period = name === PERIOD_FILTER ? toPeriodWhere(collection, expected, account, context.zone) : undefined;
  if (period) return toListConditions(collection, parseWhere(period), context);
  const filters = new Map(
    [...getFilters(resource)].filter(
      ([, { field, roles }]) => mayFindBy(resource, role, field) && (roles?.includes(role) ?? true),
    ),
  );
  const filter: Partial<FilterConfig<string>> & { field: string } = filters.get(name) ?? { field: name };
  const refusal = ['filter', `the value of "${name}" cannot be used`] as const;
  if (filter.where) {
    if (!['true', 'false'].includes(String(expected))) throw createListRefusal(...refusal);
    const where = String(expected) === 'true' ? filter.where : { not: filter.where };
    return toListConditions(collection, parseWhere(where), context);
  }
  const column = collection.columns.find((one) => one.name === filter.field);
  const isReference = isReferring(column?.field);
  if (!column || !(filters.has(name) || (isReference && mayFindBy(resource, role, name))))
    throw createListRefusal('filter', `"${name}" is none of ${['q', 'id', ...filters.keys()].join(', ')}`);
  const condition = tryParseWhere(toFilterWhere(filter.field, getFilterOperator(resource, filter), expected));
  if (condition instanceof WhereError) throw createListRefusal(...refusal);
  return compileForCaller(collection, context, condition, refusal);
}

/** Parses the `filter` parameter of a call that allows these filters only. Throws an HttpError (400). */
export function parseFilter(
  collection: Collection,
  context: QueryContext,
  query: Record<string, unknown>,
  account: Account,
  names: readonly string[],
): ListCondition[] {
  const filters = Object.entries(parseParameter(query, 'filter', '{"name":"value"}') ?? {}).filter(hasFilterValue);
  for (const [name] of filters)
    if (!names.includes(name)) throw createListRefusal('filter', `"${name}" is none of ${names.join(', ') || 'none'}`);
  return filters.flatMap((filter) => compileFilterParameter(collection, context, account, filter));
}

function getListOrder(column: Column, account: Account): Pick<ListQuery, 'orderBy' | 'restrictedOrder'> {
  const given = getValueCondition(column, account);
  return given ? { restrictedOrder: { column, isVisible: given } } : { orderBy: getOrderExpression(column) };
}

/** Parses sort, range, filter and where of a list. Throws an HttpError (400), also for fields that the role may not read. */
export function parseListQuery(
  collection: Collection,
  context: QueryContext,
  query: Record<string, unknown>,
  account: Account,
): ListQuery {
  const { list } = collection.resource;
  const filter = parseParameter(query, 'filter', '{"name":"value"}') ?? {};
  const range = parseParameter(query, 'range', '[0,9]') ?? [
    0,
    filter.id === undefined ? (list.perPage ?? 10) - 1 : MAX_LIST_SIZE - 1,
  ];
  const [from, to] = range;
  if (to < from || to - from >= MAX_LIST_SIZE)
    throw createListRefusal('range', `at most ${MAX_LIST_SIZE} records are given at a time`);
  const [field, order] = parseParameter(query, 'sort', '["name","ASC"]') ?? [
    list.sort?.field ?? 'id',
    list.sort?.order ?? 'ASC',
  ];
  const sortable = ['id', ...(list.sortable ?? []), ...(list.sort ? [list.sort.field] : [])].filter((name) =>
    mayFindBy(collection.resource, account.role, name),
  );
  const column = collection.columns.find(({ name }) => name === field);
  if (!sortable.includes(field))
    throw createListRefusal('sort', `"${field}" is none of ${[...new Set(sortable)].join(', ')}`);
  const filters = Object.entries(filter).filter(hasFilterValue);
  const where = parseParameter(query, 'where', '{"field":{"not":"value"}}');
  const condition = where && parseListWhere(collection, context.collections, where, account);
  return {
    where: [
      ...filters.flatMap((one) => compileFilterParameter(collection, context, account, one)),
      ...(condition ? compileForCaller(collection, context, condition, ['where', 'a value cannot be used']) : []),
    ],
    ...(column && { ...getListOrder(column, account), sortColumn: column }),
    descending: order === 'DESC',
    from,
    to,
  };
}
