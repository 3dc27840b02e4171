import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Test } from '../../../fields/kind.ts';
import { Refusal } from '../../base/refusal.ts';
import { dayRange, type Range } from '../../base/time.ts';
import { sortKey } from '../../db/normalizeText.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Account } from '../../http/handler.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { searchedColumns } from '../schema/filterableFields.ts';
import { sortsBy, startKey } from '../schema/sortKeys.ts';
import { holds, mayContain, mayLead } from './searchCondition.ts';

/** Records that a list gives, and values that a filter asks for, at most at a time. */
export const MOST = 1000;
const LONGEST_TEXT = 500;

/** The refusal of a part of a list's query. */
export const refuse = (part: string, reason: string) =>
  Refusal.at(part, 400, 'server.badList', { reason: `${part}: ${reason}` });

export const none = sql<SqlBool>`1 = 0`;
const anyOf = (parts: RawBuilder<SqlBool>[]) =>
  parts.length > 0 ? sql<SqlBool>`(${sql.join(parts, sql` or `)})` : none;

/** What a query is made for: the database, and the business's time zone. */
export interface Setting {
  collection: Collection;
  kind: DatabaseKind;
  zone: string;
}

/** A calendar day's first moment, and the first after it; undefined for what is no day. */
export function dayOf(expected: unknown, zone: string): Range | undefined {
  if (typeof expected !== 'string' || !z.iso.date().safeParse(expected).success) return undefined;
  return dayRange(expected, zone);
}

const contains = (column: Column, expected: string): RawBuilder<SqlBool> =>
  holds(column.key ?? column.value, sortKey(expected));

/** The test, with what finds its records by the search index. */
function byIndex(
  { collection, kind }: Setting,
  columns: readonly Column[],
  expected: string,
  test: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const searched = searchedColumns(collection);
  const keys = columns.flatMap(({ key }) => (key && searched.includes(key) ? [key] : []));
  const found = keys.length === columns.length && mayContain(collection, kind, keys, sortKey(expected));
  return found ? sql`(${found} and ${test})` : test;
}

/** Of a value that is read in another record, the same test of that one's. */
const led = ({ kind }: Setting, { lookup }: Column, expected: string): RawBuilder<SqlBool> | undefined =>
  lookup && mayLead(lookup, kind, sortKey(expected));

function equals(column: Column, expected: unknown, zone: string): RawBuilder<SqlBool> | undefined {
  const stored = column.keeping.filterValue(expected, zone);
  if (stored === undefined) return undefined;
  const same = sql<SqlBool>`${sql.ref(column.value)} = ${stored}`;
  // The index of a text holds its start without case.
  return column.key && !column.exact ? sql`(${sortsBy(column)} = ${startKey(String(stored))} and ${same})` : same;
}

function within(column: Column, test: 'from' | 'to', expected: unknown, zone: string): RawBuilder<SqlBool> | undefined {
  const day = column.storage === 'moment' ? dayOf(expected, zone) : undefined;
  if (day) return test === 'from' ? sql`${sortsBy(column)} >= ${day.from}` : sql`${sortsBy(column)} < ${day.to}`;
  const stored = column.keeping.filterValue(expected, zone);
  if (stored === undefined) return undefined;
  const bound = column.key ? startKey(String(stored)) : stored;
  return test === 'from' ? sql`${sortsBy(column)} >= ${bound}` : sql`${sortsBy(column)} <= ${bound}`;
}

/** The comparisons as SQL; undefined for a value that the test cannot use. */
export const tests: Record<
  Test,
  (column: Column, expected: unknown, setting: Setting) => RawBuilder<SqlBool> | undefined
> = {
  equals: (column, expected, { zone }) => {
    const parts = (Array.isArray(expected) ? expected : [expected]).map((one) => equals(column, one, zone));
    return parts.every((part) => part !== undefined) && parts.length <= MOST ? anyOf(parts) : undefined;
  },
  contains: (column, expected, setting) =>
    ['string', 'number'].includes(typeof expected) &&
    String(expected).length <= LONGEST_TEXT &&
    !String(expected).includes('\0')
      ? (led(setting, column, String(expected)) ??
        byIndex(setting, [column], String(expected), contains(column, String(expected))))
      : undefined,
  day: (column, expected, { zone }) => {
    const day = dayOf(expected, zone);
    if (!day) return undefined;
    if (column.storage !== 'moment') return sql`substr(${sql.ref(column.value)}, 1, 10) = ${expected}`;
    return sql`(${sortsBy(column)} >= ${day.from} and ${sortsBy(column)} < ${day.to})`;
  },
  present: (column, expected) => {
    const asked = String(expected);
    if (asked !== 'true' && asked !== 'false') return undefined;
    const value = sql.ref(column.value);
    const list = column.storage === 'json' || column.storage === 'files';
    const empty = list ? sql<SqlBool>`(${value} is null or ${value} = '[]')` : sql<SqlBool>`${value} is null`;
    return asked === 'true' ? sql`not ${empty}` : empty;
  },
  from: (column, expected, { zone }) => within(column, 'from', expected, zone),
  to: (column, expected, { zone }) => within(column, 'to', expected, zone),
};

/** Of values that come from other records: that this person sees those; undefined where it is so of all. */
export const givenTo = ({ seen }: Column, { id, role }: Account): RawBuilder<SqlBool> | undefined =>
  seen?.[role]?.(sql`${id}`);
/** A condition on a value, for those alone who are given it. */
const guarded = (column: Column, account: Account, test: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const given = givenTo(column, account);
  return given ? sql`(${given} and ${test})` : test;
};

/** The search in these fields: texts that contain it, other fields that are it. */
export function search(setting: Setting, q: unknown, account: Account, names: readonly string[]): Expression<SqlBool> {
  const { columns } = setting.collection;
  const text = ['string', 'number'].includes(typeof q) ? String(q).trim() : '';
  if (text === '' || text.length > LONGEST_TEXT || text.includes('\0')) throw refuse('q', 'a text is expected');
  const fields = columns.filter(({ name }) => names.includes(name));
  const texts = fields.filter(({ key }) => key);
  const others = fields
    .filter(({ key }) => !key)
    .flatMap((one) => {
      const same = equals(one, text, setting.zone);
      return same ? [guarded(one, account, same)] : [];
    });
  const own = texts.filter(({ lookup }) => !lookup?.sought);
  const inOwn = anyOf(own.map((one) => guarded(one, account, contains(one, text))));
  const inOthers = texts.flatMap((one) => {
    const found = led(setting, one, text);
    return found ? [guarded(one, account, found)] : [];
  });
  const parts = [...(own.length > 0 ? [byIndex(setting, own, text, inOwn)] : []), ...inOthers, ...others];
  if (inOthers.length === 0 || parts.length < 2) return anyOf(parts);
  // Each part has an index of its own: joined by "or" PostgreSQL would read the table.
  const found = parts.map((part) => sql`select id from ${sql.table(setting.collection.table)} where ${part}`);
  return sql`id in (${sql.join(found, sql` union `)})`;
}
