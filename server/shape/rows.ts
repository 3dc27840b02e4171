import { sql } from 'kysely';
import { ConfigError } from '../../src/config/faults.ts';
import { type About, given } from '../../src/config/given.ts';
import { readLinks } from '../collections/links.ts';
import { type Column, linksFor } from '../collections/plan.ts';
import { KEEPINGS } from '../collections/storage.ts';
import type { CollectionDb, Row } from '../collections/tables.ts';
import { today } from '../time.ts';
import type { FieldMatch, ResourceMatch } from './compare.ts';
import { type Converted, converter } from './convert.ts';
import { type FieldShape, liveFields } from './shape.ts';

/** Rows read and written at a time. */
const PAGE = 1000;

type Values = Record<string, unknown>;

/** What a field's value is to be, in one record. */
export interface Outcome {
  value: unknown;
  /** It had none, and has the default now. */
  filled?: true;
  /** It has none, and should. */
  missing?: true;
  givenUp?: true;
  unfit?: true;
  /** What stands there is not what stood there. */
  changed: boolean;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
export const stored = ({ storage, value }: FieldShape, row: Row): unknown => {
  const found = row[value] ?? null;
  return found === null ? null : KEEPINGS[storage].read(found);
};

/** Whether records without a value are to get the field's default, or to be told of. */
const isNewlyRequired = ({ before, after }: FieldMatch) =>
  Boolean(after.required && (!before?.required || before.dropped));

export const isNew = ({ before }: FieldMatch): boolean => before === undefined;

/** Gives what becomes of a field in a record; `values` are all of its values as they were, by the names they have now. */
export function outcomes(match: FieldMatch, place: string, zone: string): (about: About) => Outcome {
  const { field, before, after } = match;
  const convert = before ? converter(before, after, field, zone) : undefined;
  const required = isNewlyRequired(match);
  const { name } = after;
  return (about) => {
    const had = before ? (about.values[name] ?? null) : null;
    let found: Converted = { value: null };
    try {
      if (had !== null && convert) found = convert(had, about.values);
      const value = found ? found.value : null;
      if (!found) return { value: had, unfit: true, changed: false };
      const fills = value === null && had === null && field.default !== undefined && (!before || required);
      const filled = fills ? (given(field.default, about) ?? null) : null;
      if (filled !== null) return { value: filled, filled: true, changed: true };
      return {
        value,
        changed: !same(value, had),
        ...(found.givenUp && { givenUp: true }),
        ...(value === null && (required || (found.givenUp && after.required)) && { missing: true }),
      };
    } catch (cause) {
      const { message } = cause as Error;
      throw new ConfigError([`${place}: found a function that fails on a record's value (${message}).`]);
    }
  };
}

/** A column that its table of links can be read by. */
export const linkColumn = (table: string, { storage, value }: FieldShape) =>
  ({ value, links: linksFor(table, value), keeping: KEEPINGS[storage] }) as Column;

/** Every record of a resource as it is stored, in portions: its rows, and what its values are to be told of. */
export async function* records(
  db: CollectionDb,
  { before, fields, table }: ResourceMatch,
  zone: string,
): AsyncGenerator<{ row: Row; about: About }[]> {
  const shapes = new Map(fields.flatMap((one) => (one.before ? [[one.after.name, one.before] as const] : [])));
  // Those that are going are there for functions to look at, by the names they had.
  for (const one of before ? liveFields(before) : []) if (!shapes.has(one.name)) shapes.set(one.name, one);
  const all = [...new Map([...shapes.values()].map((one) => [one.value, one])).values()];
  const own = all.filter(({ storage }) => storage !== 'links').map(({ value }) => value);
  const columns = all.filter(({ storage }) => storage === 'links').map((one) => linkColumn(table, one));
  for await (const rows of readPages(db, table, ['created_at', 'created_by', ...own], columns))
    yield rows.map((row) => {
      const values: Values = Object.fromEntries([...shapes].map(([name, shape]) => [name, stored(shape, row)]));
      const at = Number(row.created_at);
      return {
        row,
        about: { now: new Date(at).toISOString(), today: today(zone, at), me: String(row.created_by ?? ''), values },
      };
    });
}

/** These columns of a table's rows, in portions, with their links. */
export async function* readPages(
  db: CollectionDb,
  table: string,
  own: readonly string[],
  links: readonly Column[],
): AsyncGenerator<Row[]> {
  for (let last = ''; ; ) {
    const page = await db
      .selectFrom(table)
      .select(['id', ...own])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield await readLinks(db, { columns: links }, page as Row[]);
    if (page.length < PAGE) return;
    last = String(page.at(-1)?.id);
  }
}

/** How many records there are, and how many have a value in a column. */
export async function countRows(db: CollectionDb, table: string, shape?: FieldShape): Promise<number> {
  if (shape?.storage === 'links') return countRows(db, linksFor(table, shape.value));
  const what = shape ? sql.ref(shape.value) : sql.raw('*');
  const { rows } = await sql<{ count: number }>`select count(${what}) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}
