import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Test } from '../../../fields/kind.ts';
import { HttpError } from '../../base/httpError.ts';
import { getDayRange, type TimeRange } from '../../base/time.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { toSearchKey } from '../../db/searchKey.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { getSearchedColumns } from '../schema/filterableFields.ts';
import { getIndexExpression, toIndexKey } from '../schema/indexKeys.ts';
import { containsText, matchLookup, matchTrigrams } from './searchCondition.ts';

/** Limits the records of a page and the values of a filter. */
export const MAX_LIST_SIZE = 1000;
const MAX_SEARCH_LENGTH = 500;

export const createListRefusal = (part: string, reason: string) =>
  HttpError.forField(part, 400, 'server.badList', { reason: `${part}: ${reason}` });

export const matchNothing = sql<SqlBool>`1 = 0`;
const joinWithOr = (parts: RawBuilder<SqlBool>[]) =>
  parts.length > 0 ? sql<SqlBool>`(${sql.join(parts, sql` or `)})` : matchNothing;

/** The collection, database and time zone that a filter is compiled for. */
export interface FilterContext {
  collection: Collection;
  kind: DatabaseKind;
  zone: string;
}

export const createFilterContext = ({ store, config }: Services, collection: Collection): FilterContext => ({
  ...{ collection, kind: store.kind, zone: config.timeZone },
});

/** Parses a calendar day to its time range; returns undefined for other values. */
export function toDayRange(expected: unknown, zone: string): TimeRange | undefined {
  if (typeof expected !== 'string' || !z.iso.date().safeParse(expected).success) return undefined;
  return getDayRange(expected, zone);
}

const compileContains = (column: Column, expected: string): RawBuilder<SqlBool> =>
  containsText(column.keyColumn ?? column.valueColumn, toSearchKey(expected));

/** Adds a condition that uses the search index. */
function addSearchIndex(
  { collection, kind }: FilterContext,
  columns: readonly Column[],
  expected: string,
  test: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const searched = getSearchedColumns(collection);
  const keys = columns.flatMap(({ keyColumn }) => (keyColumn && searched.includes(keyColumn) ? [keyColumn] : []));
  const found = keys.length === columns.length && matchTrigrams(collection, kind, keys, toSearchKey(expected));
  return found ? sql`(${found} and ${test})` : test;
}

/** Compiles `contains` on the source records of a lookup. */
const compileLookupContains = (
  { kind }: FilterContext,
  { lookup }: Column,
  expected: string,
): RawBuilder<SqlBool> | undefined => lookup && matchLookup(lookup, kind, toSearchKey(expected));

function compileEquals(column: Column, expected: unknown, zone: string): RawBuilder<SqlBool> | undefined {
  const stored = column.codec.encodeFilter(expected, zone);
  if (stored === undefined) return undefined;
  const same = sql<SqlBool>`${sql.ref(column.valueColumn)} = ${stored}`;
  // Compares the index key too, so that the index of a text is used.
  return column.keyColumn && !column.exact
    ? sql`(${getIndexExpression(column)} = ${toIndexKey(String(stored))} and ${same})`
    : same;
}

function compileBound(
  column: Column,
  test: 'from' | 'to',
  expected: unknown,
  zone: string,
): RawBuilder<SqlBool> | undefined {
  const day = column.storage === 'moment' ? toDayRange(expected, zone) : undefined;
  if (day)
    return test === 'from'
      ? sql`${getIndexExpression(column)} >= ${day.from}`
      : sql`${getIndexExpression(column)} < ${day.to}`;
  const stored = column.codec.encodeFilter(expected, zone);
  if (stored === undefined) return undefined;
  const bound = column.keyColumn ? toIndexKey(String(stored)) : stored;
  return test === 'from'
    ? sql`${getIndexExpression(column)} >= ${bound}`
    : sql`${getIndexExpression(column)} <= ${bound}`;
}

/** Compiles a filter's test; returns undefined for a value that it cannot use. */
export const filterTests: Record<
  Test,
  (column: Column, expected: unknown, setting: FilterContext) => RawBuilder<SqlBool> | undefined
> = {
  equals: (column, expected, { zone }) => {
    const parts = (Array.isArray(expected) ? expected : [expected]).map((one) => compileEquals(column, one, zone));
    return parts.every((part) => part !== undefined) && parts.length <= MAX_LIST_SIZE ? joinWithOr(parts) : undefined;
  },
  contains: (column, expected, setting) =>
    ['string', 'number'].includes(typeof expected) &&
    String(expected).length <= MAX_SEARCH_LENGTH &&
    !String(expected).includes('\0')
      ? (compileLookupContains(setting, column, String(expected)) ??
        addSearchIndex(setting, [column], String(expected), compileContains(column, String(expected))))
      : undefined,
  day: (column, expected, { zone }) => {
    const day = toDayRange(expected, zone);
    if (!day) return undefined;
    if (column.storage !== 'moment') return sql`substr(${sql.ref(column.valueColumn)}, 1, 10) = ${expected}`;
    return sql`(${getIndexExpression(column)} >= ${day.from} and ${getIndexExpression(column)} < ${day.to})`;
  },
  present: (column, expected) => {
    const asked = String(expected);
    if (asked !== 'true' && asked !== 'false') return undefined;
    const value = sql.ref(column.valueColumn);
    const list = column.storage === 'json' || column.storage === 'files';
    const empty = list ? sql<SqlBool>`(${value} is null or ${value} = '[]')` : sql<SqlBool>`${value} is null`;
    return asked === 'true' ? sql`not ${empty}` : empty;
  },
  from: (column, expected, { zone }) => compileBound(column, 'from', expected, zone),
  to: (column, expected, { zone }) => compileBound(column, 'to', expected, zone),
};

/** Returns the condition that the user sees the source of a lookup; undefined if they see all. */
export const getValueCondition = ({ valueRules }: Column, { id, role }: Account): RawBuilder<SqlBool> | undefined =>
  valueRules?.[role]?.(sql`${id}`);
const addValueCondition = (column: Column, account: Account, test: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const given = getValueCondition(column, account);
  return given ? sql`(${given} and ${test})` : test;
};

/** Compiles a search in these fields: texts contain it, other fields equal it. */
export function compileSearch(
  setting: FilterContext,
  q: unknown,
  account: Account,
  names: readonly string[],
): Expression<SqlBool> {
  const { columns } = setting.collection;
  const text = ['string', 'number'].includes(typeof q) ? String(q).trim() : '';
  if (text === '' || text.length > MAX_SEARCH_LENGTH || text.includes('\0'))
    throw createListRefusal('q', 'a text is expected');
  const fields = columns.filter(({ name }) => names.includes(name));
  const texts = fields.filter(({ keyColumn }) => keyColumn);
  const others = fields
    .filter(({ keyColumn }) => !keyColumn)
    .flatMap((one) => {
      const same = compileEquals(one, text, setting.zone);
      return same ? [addValueCondition(one, account, same)] : [];
    });
  const own = texts.filter(({ lookup }) => !lookup?.searchedColumn);
  const inOwn = joinWithOr(own.map((one) => addValueCondition(one, account, compileContains(one, text))));
  const inOthers = texts.flatMap((one) => {
    const found = compileLookupContains(setting, one, text);
    return found ? [addValueCondition(one, account, found)] : [];
  });
  const parts = [...(own.length > 0 ? [addSearchIndex(setting, own, text, inOwn)] : []), ...inOthers, ...others];
  if (inOthers.length === 0 || parts.length < 2) return joinWithOr(parts);
  // A union uses the index of each part; with "or" PostgreSQL would scan the table.
  const found = parts.map((part) => sql`select id from ${sql.table(setting.collection.table)} where ${part}`);
  return sql`id in (${sql.join(found, sql` union `)})`;
}
