import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { isMissing } from '../../../config/validate.ts';
import type { Test } from '../../../fields/kind.ts';
import { between, type Fact, fixed, is } from '../../db/facts.ts';
import type { Account } from '../../http/handler.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { dayOf, givenTo, MOST, none, refuse, type Setting, search, tests } from '../query/compileFilter.ts';
import { type Condition, conditionOf } from '../query/rowCondition.ts';
import { ordersBy } from '../schema/choiceOrder.ts';
import type { Column } from '../schema/collection.ts';
import { filtersOf } from '../schema/filterableFields.ts';
import { isLink, linkTest } from '../schema/linkRows.ts';
import type { GivenOrder } from './restrictedOrder.ts';

/** What a list call asks for, checked against the config. */
export interface ListQuery {
  where: Condition[];
  /** Left out, records come by id: as they were made. */
  orderBy?: RawBuilder<unknown>;
  /** By a value that this person is not given of every record. */
  byGiven?: GivenOrder;
  /** In a table that is there: the field that it is. */
  by?: Column;
  descending: boolean;
  from: number;
  /** Inclusive, as the dialect has it. */
  to: number;
}

const shapes = {
  sort: z.tuple([z.string(), z.enum(['ASC', 'DESC'])]),
  range: z.tuple([z.int().min(0), z.int().min(0)]),
  filter: z.record(z.string(), z.unknown()),
};

/** A parameter of the dialect: JSON in the address. */
function parse<K extends keyof typeof shapes>(query: Record<string, unknown>, part: K, example: string) {
  const text = query[part];
  if (text === undefined || text === '') return undefined;
  try {
    return shapes[part].parse(JSON.parse(String(text))) as z.output<(typeof shapes)[K]>;
  } catch {
    throw refuse(part, `such as ${example} is expected`);
  }
}

/** Filters left empty do not narrow; no ids at all are no records. */
const narrows = ([name, value]: [string, unknown]) =>
  name === 'id' || !(isMissing(value) || (Array.isArray(value) && value.length === 0));
function byId(expected: unknown): Expression<SqlBool> {
  const ids = (Array.isArray(expected) ? expected : [expected]).map(String);
  if (ids.length > MOST) throw refuse('id', `at most ${MOST} are expected`);
  const clean = ids.filter((id) => !id.includes('\0'));
  return clean.length > 0 ? sql`id in (${sql.join(clean)})` : none;
}

/**
 * The condition that a field compares so with a value; its name is reported where the value cannot be used. Throws
 * a Refusal (400) then.
 */
function compared(
  setting: Setting,
  column: Column,
  test: Test,
  expected: unknown,
  { name, account }: { name: string; account?: Account },
): Condition {
  const made = isLink(column) ? linkTest(column, test, expected) : tests[test](column, expected, setting);
  if (!made) throw refuse('filter', `the value of "${name}" cannot be used`);
  const given = account && givenTo(column, account);
  // What one is not given is missing.
  if (given)
    return {
      test:
        String(expected) === 'false' && test === 'present'
          ? sql`(${given} is not true or ${made})`
          : sql`(${given} and ${made})`,
    };
  const values = [expected].flat().map((one) => column.keeping.filterValue(one, setting.zone));
  const defined = values.filter((one) => one !== undefined);
  const isExact = test === 'equals' && values.length > 0 && defined.length === values.length;
  return { test: made, ...(isExact && { is: [column, defined] }) };
}

/** What a call asks for whose query is not the dialect's: fields with the tests that they are to pass. */
export interface Asking {
  /** `differs` takes a text that is written out in SQL, and matches records without a value as well. */
  where?: readonly (readonly [field: string, test: Test | 'differs', expected: unknown])[];
  sort?: { field: string; order: 'ASC' | 'DESC' };
}

/** A test of single values in a table that is there, as data; undefined for any other. */
function factsOf(column: Column, test: Test, expected: unknown, zone: string): Fact[] | undefined {
  const { value: name, field, storage, keeping } = column;
  if (test === 'present') return [{ column: name, test: expected ? 'is not null' : 'is null' }];
  const moment = storage === 'moment';
  const day = moment ? dayOf(expected, zone) : undefined;
  const stored = moment && typeof expected === 'number' ? expected : keeping.filterValue(expected, zone);
  if (test === 'equals' && stored !== undefined) {
    const { choices = [] } = field as { choices?: readonly unknown[] };
    return [{ ...is(name, stored), fixed: choices.includes(stored) }];
  }
  const end = typeof stored === 'number' ? stored + 1 : undefined;
  const range = day ?? (moment && end !== undefined ? { from: end - 1, to: end } : undefined);
  if (!range || !['day', 'from', 'to'].includes(test)) return undefined;
  const { from, to } = range;
  return between(name, { ...(test !== 'to' && { from }), ...(test !== 'from' && { to }) });
}

/** Of several bounds on the same side of a column the nearest. */
function nearest(conditions: readonly Condition[]): Condition[] {
  const bounds = new Map<string, Condition>();
  for (const condition of conditions) {
    const { column, test, value = 0 } = condition.fact ?? { column: '', test: '' };
    const sign = test === '>=' ? 1 : test === '<' ? -1 : undefined;
    const key = sign ? `${column} ${test}` : String(bounds.size);
    const before = Number(bounds.get(key)?.fact?.value ?? Number.NaN);
    if (!sign || Number.isNaN(before) || (Number(value) - before) * sign > 0) bounds.set(key, condition);
  }
  return [...bounds.values()];
}

/** The same as the engine takes it. Throws a Refusal (400) for a value that its test cannot use. */
export function queryOf(setting: Setting, { where = [], sort }: Asking): Omit<ListQuery, 'from' | 'to'> {
  const columnOf = (field: string): Column => {
    const column = setting.collection.columns.find(({ name }) => name === field);
    if (!column) throw new TypeError(`${setting.collection.resource.name} has no field ${field}.`);
    return column;
  };
  const conditions = where.flatMap(([name, test, expected]): Condition[] => {
    if (name === 'id') return [conditionOf(is('id', String(expected)))];
    const column = columnOf(name);
    if (test === 'differs')
      return [conditionOf({ ...fixed(column.value, String(expected)), test: 'is distinct from' })];
    const facts = setting.collection.placed && factsOf(column, test, expected, setting.zone);
    return facts ? facts.map(conditionOf) : [compared(setting, column, test, expected, { name })];
  });
  return {
    where: nearest(conditions),
    ...(sort && { orderBy: ordersBy(columnOf(sort.field)), by: columnOf(sort.field) }),
    descending: sort?.order === 'DESC',
  };
}

/** Filters that the config names, and references, by which other resources' records ask for theirs. */
function condition(setting: Setting, name: string, expected: unknown, account: Account): Condition {
  const { collection } = setting;
  const { role } = account;
  if (name === 'q') {
    const searched = collection.resource.list.search?.filter((one) => mayFindBy(collection.resource, role, one)) ?? [];
    return { test: search(setting, expected, account, searched) };
  }
  if (name === 'id') return { test: byId(expected) };
  const filters = new Map(
    [...filtersOf(collection.resource)].filter(
      ([, { field, roles }]) => mayFindBy(collection.resource, role, field) && (roles?.includes(role) ?? true),
    ),
  );
  const config = filters.get(name);
  const column = collection.columns.find((one) => one.name === (config?.field ?? name));
  const found =
    config ??
    ((column?.links || column?.field.kind.name === 'reference') && mayFindBy(collection.resource, role, name));
  if (!column || !found) throw refuse('filter', `"${name}" is none of ${['q', 'id', ...filters.keys()].join(', ')}`);
  const own = column.field.kind.filter;
  return compared(setting, column, config?.test ?? (own ? own.test : 'equals'), expected, { name, account });
}

/** Reads the filter of a call that takes these alone, by their names in the list's. Throws a Refusal (400). */
export function readFilter(
  setting: Setting,
  query: Record<string, unknown>,
  account: Account,
  names: readonly string[],
) {
  const filters = Object.entries(parse(query, 'filter', '{"name":"value"}') ?? {}).filter(narrows);
  for (const [name] of filters)
    if (!names.includes(name)) throw refuse('filter', `"${name}" is none of ${names.join(', ') || 'none'}`);
  return filters.map(([name, value]) => condition(setting, name, value, account));
}

/** What a list of this person's is ordered by: a value that they are not given is missing. */
function orderFor(column: Column, account: Account): Pick<ListQuery, 'orderBy' | 'byGiven'> {
  const given = givenTo(column, account);
  return given ? { byGiven: { column, given } } : { orderBy: ordersBy(column) };
}

/**
 * Reads a list call's sort, range and filter. Throws a Refusal (400) that says what is wrong with them; what a role may
 * not read it may not find by either.
 */
export function readQuery(setting: Setting, query: Record<string, unknown>, account: Account): ListQuery {
  const { collection } = setting;
  const { list } = collection.resource;
  const filter = parse(query, 'filter', '{"name":"value"}') ?? {};
  const range = parse(query, 'range', '[0,9]') ?? [0, filter.id === undefined ? (list.perPage ?? 10) - 1 : MOST - 1];
  const [from, to] = range;
  if (to < from || to - from >= MOST) throw refuse('range', `at most ${MOST} records are given at a time`);
  const [field, order] = parse(query, 'sort', '["name","ASC"]') ?? [
    list.sort?.field ?? 'id',
    list.sort?.order ?? 'ASC',
  ];
  const sortable = ['id', ...(list.sortable ?? []), ...(list.sort ? [list.sort.field] : [])].filter((name) =>
    mayFindBy(collection.resource, account.role, name),
  );
  const column = collection.columns.find(({ name }) => name === field);
  if (!sortable.includes(field)) throw refuse('sort', `"${field}" is none of ${[...new Set(sortable)].join(', ')}`);
  const filters = Object.entries(filter).filter(narrows);
  return {
    where: filters.map(([name, value]) => condition(setting, name, value, account)),
    ...(column && orderFor(column, account)),
    descending: order === 'DESC',
    from,
    to,
  };
}
