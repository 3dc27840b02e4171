import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { isMe, isSymbol, resolveSymbol } from '../../../where/symbols.ts';
import type { BasicOperator, ComparedValue, Comparison } from '../../../where/where.ts';
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
  isSymbol(value) && !isMe(value)
    ? resolveSymbol(value, { me: '', today: getToday(zone), now: new Date().toISOString() })
    : value;

/** Converts the comparison of a moment with a day or a moment to a range of time; undefined for others. */
export function toTimeRange(
  { storage, codec }: Column,
  { operator, value }: Pick<Comparison, 'operator' | 'value'>,
  zone: string,
): TimeRange | undefined {
  if (storage !== 'moment') return undefined;
  const expected = resolveTime(value, zone);
  const at = codec.encodeFilter(expected, zone);
  const range = toDayRange(expected, zone) ?? (typeof at === 'number' ? { from: at, to: at + 1 } : undefined);
  const ranges: { readonly [O in BasicOperator]?: TimeRange } | undefined = range && {
    equals: range,
    gte: { from: range.from, to: Infinity },
    gt: { from: range.to, to: Infinity },
    lte: { from: -Infinity, to: range.to },
    lt: { from: -Infinity, to: range.from },
  };
  return ranges?.[operator];
}

/** Compiles a range of time. Infinite bounds are open. */
export function compileTimeRange(column: Column, { from, to }: TimeRange): RawBuilder<SqlBool> {
  const at = getIndexExpression(column);
  const bounds = [...(Number.isFinite(from) ? [sql<SqlBool>`${at} >= ${from}`] : [])];
  return joinConditions([...bounds, ...(Number.isFinite(to) ? [sql<SqlBool>`${at} < ${to}`] : [])], 'and');
}

/** Compiles that a column holds a value. Compares the index key too, so that the index of a text is used. */
export function compileEquals(column: Column, expected: unknown, zone: string): RawBuilder<SqlBool> | undefined {
  const stored = column.codec.encodeFilter(expected, zone);
  if (stored === undefined) return undefined;
  if (isLinkColumn(column)) return compileLinksTo(column, sql`(${stored})`);
  const operand = column.literals?.includes(stored) ? sql.lit(stored) : stored;
  const same = sql<SqlBool>`${sql.ref(column.valueColumn)} = ${operand}`;
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

function compileEmpty(column: Column, isNegated = false): RawBuilder<SqlBool> {
  const value = sql.ref(column.valueColumn);
  const isList = column.storage === 'json' || column.storage === 'files';
  // Partial indexes need `is not null` as it stands.
  if (!isLinkColumn(column) && !isList) return sql`${value} is ${sql.raw(isNegated ? 'not null' : 'null')}`;
  const empty = isLinkColumn(column) ? compileHasNoLinks(column) : sql<SqlBool>`(${value} is null or ${value} = '[]')`;
  return isNegated ? sql`not ${empty}` : empty;
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
  if (isMe(value)) return compileIsMe(column, me);
  const range = toTimeRange(column, { operator: 'equals', value }, zone);
  if (range) return compileTimeRange(column, range);
  return compileEquals(column, resolveTime(value, zone), zone);
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
  (operator: 'gt' | 'gte' | 'lt' | 'lte', symbol: string): Operation =>
  ({ column, context: { zone } }, value) => {
    const range = toTimeRange(column, { operator, value }, zone);
    if (range) return compileTimeRange(column, range);
    const isOrdered = !isLinkColumn(column) && column.storage !== 'flag';
    const stored = isOrdered ? column.codec.encodeFilter(resolveTime(value, zone), zone) : undefined;
    if (stored === undefined) return undefined;
    const key = column.keyColumn ? toIndexKey(String(stored)) : stored;
    return sql`${getIndexExpression(column)} ${sql.raw(symbol)} ${key}`;
  };

const toText = ({ storage }: Column, value: ComparedValue): string | undefined => {
  const text = ['string', 'number'].includes(typeof value) ? String(value) : '\0';
  return storage === 'text' && text.length <= MAX_SEARCH_LENGTH && !text.includes('\0') ? text : undefined;
};

export const operatorMap: Record<BasicOperator, Operation> = {
  equals,
  in: isOneOf,
  gt: createBound('gt', '>'),
  gte: createBound('gte', '>='),
  lt: createBound('lt', '<'),
  lte: createBound('lte', '<='),
  contains: ({ collection, column, context: { kind } }, value) => {
    const text = toText(column, value);
    return text === undefined ? undefined : compileContains(collection, column, text, kind);
  },
  startsWith: ({ column }, value) => {
    const text = toText(column, value);
    if (text === undefined) return undefined;
    return sql`${getTextKey(column)} like ${`${escapeLike(toSearchKey(text))}%`} escape '\\'`;
  },
  exists: ({ column }, value) => compileEmpty(column, value === true),
};
