import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { isBlank } from '../../../config/validate.ts';
import type { Test } from '../../../fields/kind.ts';
import { between, type ColumnCondition, isEqualTo, isEqualToLiteral } from '../../db/columnConditions.ts';
import type { Account } from '../../http/callHandler.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import {
  compileSearch,
  createListRefusal,
  type FilterContext,
  filterTests,
  getValueCondition,
  MAX_LIST_SIZE,
  matchNothing,
  toDayRange,
} from '../query/compileFilter.ts';
import { type Condition, toCondition } from '../query/rowCondition.ts';
import type { Column } from '../schema/collection.ts';
import { getFilters } from '../schema/filterableFields.ts';
import { compileLinkFilter, isLinkColumn } from '../schema/linkRows.ts';
import { getOrderExpression } from '../schema/sortOrder.ts';
import type { RestrictedOrder } from './restrictedOrder.ts';

/** The query of a list, validated against the config. */
export interface ListQuery {
  where: Condition[];
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
function compileIdFilter(expected: unknown): Expression<SqlBool> {
  const ids = (Array.isArray(expected) ? expected : [expected]).map(String);
  if (ids.length > MAX_LIST_SIZE) throw createListRefusal('id', `at most ${MAX_LIST_SIZE} are expected`);
  const clean = ids.filter((id) => !id.includes('\0'));
  return clean.length > 0 ? sql`id in (${sql.join(clean)})` : matchNothing;
}

/** Compiles the comparison of a field with a value. Throws an HttpError (400) that names the filter if it cannot. */
function compileComparison(
  setting: FilterContext,
  column: Column,
  test: Test,
  expected: unknown,
  { name, account }: { name: string; account?: Account },
): Condition {
  const made = isLinkColumn(column)
    ? compileLinkFilter(column, test, expected)
    : filterTests[test](column, expected, setting);
  if (!made) throw createListRefusal('filter', `the value of "${name}" cannot be used`);
  const given = account && getValueCondition(column, account);
  // A value that the user does not see counts as missing.
  if (given)
    return {
      expression:
        String(expected) === 'false' && test === 'present'
          ? sql`(${given} is not true or ${made})`
          : sql`(${given} and ${made})`,
    };
  const values = [expected].flat().map((one) => column.codec.encodeFilter(one, setting.zone));
  const defined = values.filter((one) => one !== undefined);
  const isExact = test === 'equals' && values.length > 0 && defined.length === values.length;
  return { expression: made, ...(isExact && { equals: [column, defined] }) };
}

/** Options of the records API. */
export interface FindOptions {
  /** `differs` matches records without a value too. Its value becomes an SQL literal. */
  where?: readonly (readonly [field: string, test: Test | 'differs', expected: unknown])[];
  sort?: { field: string; order: 'ASC' | 'DESC' };
}

/** Converts a test on an existing table to column conditions; returns undefined if that is impossible. */
function compareAsData(column: Column, test: Test, expected: unknown, zone: string): ColumnCondition[] | undefined {
  const { valueColumn: name, field, storage, codec } = column;
  if (test === 'present') return [{ column: name, operator: expected ? 'is not null' : 'is null' }];
  const moment = storage === 'moment';
  const day = moment ? toDayRange(expected, zone) : undefined;
  const stored = moment && typeof expected === 'number' ? expected : codec.encodeFilter(expected, zone);
  if (test === 'equals' && stored !== undefined) {
    const { choices = [] } = field as { choices?: readonly unknown[] };
    return [{ ...isEqualTo(name, stored), isLiteral: choices.includes(stored) }];
  }
  const end = typeof stored === 'number' ? stored + 1 : undefined;
  const range = day ?? (moment && end !== undefined ? { from: end - 1, to: end } : undefined);
  if (!range || !['day', 'from', 'to'].includes(test)) return undefined;
  const { from, to } = range;
  return between(name, { ...(test !== 'to' && { from }), ...(test !== 'from' && { to }) });
}

/** Keeps the nearest of several bounds on the same side of a column. */
function keepNearestBounds(conditions: readonly Condition[]): Condition[] {
  const bounds = new Map<string, Condition>();
  for (const condition of conditions) {
    const { column, operator, value = 0 } = condition.columnCondition ?? { column: '', test: '' };
    const sign = operator === '>=' ? 1 : operator === '<' ? -1 : undefined;
    const key = sign ? `${column} ${operator}` : String(bounds.size);
    const before = Number(bounds.get(key)?.columnCondition?.value ?? Number.NaN);
    if (!sign || Number.isNaN(before) || (Number(value) - before) * sign > 0) bounds.set(key, condition);
  }
  return [...bounds.values()];
}

/** Compiles options of the records API. Throws an HttpError (400) for a value that its test cannot use. */
export function compileFindOptions(
  setting: FilterContext,
  { where = [], sort }: FindOptions,
): Omit<ListQuery, 'from' | 'to'> {
  const columnOf = (field: string): Column => {
    const column = setting.collection.columns.find(({ name }) => name === field);
    if (!column) throw new TypeError(`${setting.collection.resource.name} has no field ${field}.`);
    return column;
  };
  const conditions = where.flatMap(([name, test, expected]): Condition[] => {
    if (name === 'id') return [toCondition(isEqualTo('id', String(expected)))];
    const column = columnOf(name);
    if (test === 'differs')
      return [toCondition({ ...isEqualToLiteral(column.valueColumn, String(expected)), operator: 'is distinct from' })];
    const facts = setting.collection.existingTable && compareAsData(column, test, expected, setting.zone);
    return facts ? facts.map(toCondition) : [compileComparison(setting, column, test, expected, { name })];
  });
  return {
    where: keepNearestBounds(conditions),
    ...(sort && { orderBy: getOrderExpression(columnOf(sort.field)), sortColumn: columnOf(sort.field) }),
    descending: sort?.order === 'DESC',
  };
}

/** Compiles a filter of a list: one of the config, a reference, `q` or `id`. */
function compileFilterParameter(setting: FilterContext, name: string, expected: unknown, account: Account): Condition {
  const { collection } = setting;
  const { role } = account;
  if (name === 'q') {
    const searched = collection.resource.list.search?.filter((one) => mayFindBy(collection.resource, role, one)) ?? [];
    return { expression: compileSearch(setting, expected, account, searched) };
  }
  if (name === 'id') return { expression: compileIdFilter(expected) };
  const filters = new Map(
    [...getFilters(collection.resource)].filter(
      ([, { field, roles }]) => mayFindBy(collection.resource, role, field) && (roles?.includes(role) ?? true),
    ),
  );
  const config = filters.get(name);
  const column = collection.columns.find((one) => one.name === (config?.field ?? name));
  const found =
    config ??
    ((column?.linkTable || column?.field.kind.name === 'reference') && mayFindBy(collection.resource, role, name));
  if (!column || !found)
    throw createListRefusal('filter', `"${name}" is none of ${['q', 'id', ...filters.keys()].join(', ')}`);
  const own = column.field.kind.filter;
  return compileComparison(setting, column, config?.test ?? (own ? own.test : 'equals'), expected, { name, account });
}

/** Parses the `filter` parameter of a call that allows these filters only. Throws an HttpError (400). */
export function parseFilter(
  setting: FilterContext,
  query: Record<string, unknown>,
  account: Account,
  names: readonly string[],
) {
  const filters = Object.entries(parseParameter(query, 'filter', '{"name":"value"}') ?? {}).filter(hasFilterValue);
  for (const [name] of filters)
    if (!names.includes(name)) throw createListRefusal('filter', `"${name}" is none of ${names.join(', ') || 'none'}`);
  return filters.map(([name, value]) => compileFilterParameter(setting, name, value, account));
}

function getListOrder(column: Column, account: Account): Pick<ListQuery, 'orderBy' | 'restrictedOrder'> {
  const given = getValueCondition(column, account);
  return given ? { restrictedOrder: { column, isVisible: given } } : { orderBy: getOrderExpression(column) };
}

/** Parses sort, range and filter of a list. Throws an HttpError (400), also for fields that the role may not read. */
export function parseListQuery(setting: FilterContext, query: Record<string, unknown>, account: Account): ListQuery {
  const { collection } = setting;
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
  return {
    where: filters.map(([name, value]) => compileFilterParameter(setting, name, value, account)),
    ...(column && getListOrder(column, account)),
    descending: order === 'DESC',
    from,
    to,
  };
}
