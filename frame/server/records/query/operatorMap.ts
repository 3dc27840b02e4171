import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { isSymbol, resolveSymbol } from '../../../where/symbols.ts';
import type { BasicOperator, ComparedValue } from '../../../where/where.ts';
import { getDayRange, getToday, type TimeRange } from '../../base/time.ts';
import { toSearchKey } from '../../db/searchKey.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { getIndexExpression, toIndexKey } from '../schema/indexKeys.ts';
import { compileHasNoLinks, compileLinksTo, isLinkColumn } from '../schema/linkRows.ts';
import { compileContains, escapeLike, getTextKey } from './searchCondition.ts';
import { joinConditions, type WhereContext } from './wherePath.ts';

/** Limits the records of a page and the values of a list. */
export const MAX_LIST_SIZE = 1000;
export const MAX_SEARCH_LENGTH = 500;

/** Parses a calendar day to its time range; returns undefined for other values. */
export function toDayRange(expected: unknown, zone: string): TimeRange | undefined {
  if (typeof expected !== 'string' || !z.iso.date().safeParse(expected).success) return undefined;
  return getDayRange(expected, zone);
}

/** Resolves `today` and `now`. */
export const resolveTime = (value: unknown, zone: string): unknown =>
  isSymbol(value) && value.symbol !== 'me'
    ? resolveSymbol(value, { me: '', today: getToday(zone), now: new Date().toISOString() })
    : value;

/** Compiles that a column holds a value. Compares the index key too, so that the index of a text is used. */
export function compileEquals(column: Column, expected: unknown, zone: string): RawBuilder<SqlBool> | undefined {
  const stored = column.codec.encodeFilter(expected, zone);
  if (stored === undefined) return undefined;
  if (isLinkColumn(column)) return compileLinksTo(column, sql`(${stored})`);
  const same = sql<SqlBool>`${sql.ref(column.valueColumn)} = ${stored}`;
  return column.keyColumn && !column.exact
    ? sql`(${getIndexExpression(column)} = ${toIndexKey(String(stored))} and ${same})`
    : same;
}

function compileIsMe(column: Column, me: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (isLinkColumn(column)) return compileLinksTo(column, sql`(${me})`);
  const same = sql<SqlBool>`${sql.ref(column.idColumn ?? column.valueColumn)} = ${me}`;
  const hasKey = column.keyColumn && !column.exact && !column.idColumn;
  return hasKey ? sql`(${getIndexExpression(column)} = ${me} and ${same})` : same;
}

function compileEmpty(column: Column): RawBuilder<SqlBool> {
  if (isLinkColumn(column)) return compileHasNoLinks(column);
  const value = sql.ref(column.valueColumn);
  const isList = column.storage === 'json' || column.storage === 'files';
  return isList ? sql<SqlBool>`(${value} is null or ${value} = '[]')` : sql<SqlBool>`${value} is null`;
}

interface Compared {
  collection: Collection;
  column: Column;
  context: WhereContext;
}
/** Compiles a comparison; returns undefined for a value that it cannot use. */
type Operation = (compared: Compared, value: ComparedValue) => RawBuilder<SqlBool> | undefined;

const equals: Operation = ({ column, context: { zone, me } }, value) => {
  if (value === null) return compileEmpty(column);
  if (isSymbol(value) && value.symbol === 'me') return compileIsMe(column, me);
  const expected = resolveTime(value, zone);
  const day = column.storage === 'moment' ? toDayRange(expected, zone) : undefined;
  const at = getIndexExpression(column);
  return day ? sql`(${at} >= ${day.from} and ${at} < ${day.to})` : compileEquals(column, expected, zone);
};

const isOneOf: Operation = (compared, value) => {
  const values = value as readonly Exclude<ComparedValue, readonly unknown[]>[];
  const { column, context } = compared;
  if (values.length > MAX_LIST_SIZE) return undefined;
  const stored = values.map((one) => column.codec.encodeFilter(one, context.zone));
  const isPlain = isLinkColumn(column) || column.exact;
  if (isPlain && stored.length > 0 && !stored.includes(undefined)) {
    const list = sql`(${sql.join(stored)})`;
    return isLinkColumn(column) ? compileLinksTo(column, list) : sql`${sql.ref(column.valueColumn)} in ${list}`;
  }
  const parts = values.map((one) => equals(compared, one));
  return parts.every((part) => part !== undefined) ? joinConditions(parts, 'or') : undefined;
};

/** Compares with the start or end of a day, or with a value. */
const createBound =
  (operator: '>=' | '>' | '<' | '<='): Operation =>
  ({ column, context: { zone } }, value) => {
    const expected = resolveTime(value, zone);
    const at = getIndexExpression(column);
    const day = column.storage === 'moment' ? toDayRange(expected, zone) : undefined;
    if (day) {
      const isAfter = operator.startsWith('>');
      const bound = operator === '>=' || operator === '<' ? day.from : day.to;
      return sql`${at} ${sql.raw(isAfter ? '>=' : '<')} ${bound}`;
    }
    const isOrdered = !isLinkColumn(column) && column.storage !== 'flag';
    const stored = isOrdered ? column.codec.encodeFilter(expected, zone) : undefined;
    if (stored === undefined) return undefined;
    return sql`${at} ${sql.raw(operator)} ${column.keyColumn ? toIndexKey(String(stored)) : stored}`;
  };

const toText = ({ storage }: Column, value: ComparedValue): string | undefined => {
  const text = ['string', 'number'].includes(typeof value) ? String(value) : '\0';
  return storage === 'text' && text.length <= MAX_SEARCH_LENGTH && !text.includes('\0') ? text : undefined;
};

export const operatorMap: Record<BasicOperator, Operation> = {
  equals,
  in: isOneOf,
  gt: createBound('>'),
  gte: createBound('>='),
  lt: createBound('<'),
  lte: createBound('<='),
  contains: ({ collection, column, context: { kind } }, value) => {
    const text = toText(column, value);
    return text === undefined ? undefined : compileContains(collection, column, text, kind);
  },
  startsWith: ({ column }, value) => {
    const text = toText(column, value);
    if (text === undefined) return undefined;
    return sql`${getTextKey(column)} like ${`${escapeLike(toSearchKey(text))}%`} escape '\\'`;
  },
  exists: ({ column }, value) => (value === true ? sql`not ${compileEmpty(column)}` : compileEmpty(column)),
};
