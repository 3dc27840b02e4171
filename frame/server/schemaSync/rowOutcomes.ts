import { sql } from 'kysely';
import { ConfigError } from '../../config/configError.ts';
import { type About, given } from '../../config/given.ts';
import { today } from '../base/time.ts';
import { binTable, type Column, linksFor } from '../records/schema/collection.ts';
import type { CollectionDb, Row } from '../records/schema/collectionDb.ts';
import { readLinks } from '../records/schema/linkRows.ts';
import { KEEPINGS } from '../records/schema/storageCodecs.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import { type Converted, converter } from './convertValues.ts';
import type { FoundTable } from './existingTables.ts';
import { type FieldShape, liveFields, type Shape } from './resourceShape.ts';

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

/** Whether records without a value are to get the field's default, or to be reported. */
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
const linkColumn = (table: string, { storage, value }: FieldShape) =>
  ({ value, links: linksFor(table, value), keeping: KEEPINGS[storage] }) as Column & { links: string };

/** The tables of resources that have bins with records in them, which change with the resource's own. */
export async function fullBins(db: CollectionDb, shape: Shape, tables: readonly FoundTable[]): Promise<Set<string>> {
  const full = new Set<string>();
  for (const { table } of shape) {
    const name = binTable(table);
    if (!tables.some((one) => one.name === name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) full.add(name);
  }
  return full;
}

/** Where the records of a resource stand: its table, and that of its bin where some are in it. */
export function standing(table: string, tables: readonly FoundTable[], bins: ReadonlySet<string>): Standing[] {
  const found = (name: string) => tables.filter((one) => one.name === name);
  const bin = binTable(table);
  return [
    ...found(table).map((one) => ({ ...one, links: tables, binned: false })),
    ...(bins.has(bin) ? found(bin) : []).map((one) => ({ ...one, links: tables, binned: true })),
  ];
}

/** A table with records of a resource. */
export interface Standing extends FoundTable {
  binned: boolean;
  /** Tables, among which are those of its links. */
  links: readonly FoundTable[];
}

/** A record as it is stored. */
export interface Stored {
  row: Row;
  about: About;
}

/** Whether a field's config has a function that may look at the whole record. */
const looksAround = ({ field }: FieldMatch) =>
  typeof field.convert === 'function' || typeof field.default === 'function';

/** What functions of a config are given of a record; nearly nobody asks for the moment. */
class AboutRow implements About {
  readonly #at: number;
  readonly #zone: string;
  readonly me: string;
  readonly values: Values;
  constructor(row: Row, values: Values, zone: string) {
    this.#at = Number(row.created_at);
    this.#zone = zone;
    this.me = String(row.created_by ?? '');
    this.values = values;
  }
  get now(): string {
    return new Date(this.#at).toISOString();
  }
  get today(): string {
    return today(this.#zone, this.#at);
  }
}

/**
 * Every record of a resource as it is stored, in portions: its rows, and the values that are looked at. Where none
 * of the fields that are looked at has a function, their own values are all that is read.
 */
export async function* records(
  db: CollectionDb,
  { before, fields, stands }: ResourceMatch,
  looked: readonly FieldMatch[],
  zone: string,
): AsyncGenerator<{ stand: Standing; page: Stored[] }> {
  const needsAll = looked.some(looksAround);
  const shapes = new Map(
    (needsAll ? fields : looked).flatMap((one) => (one.before ? [[one.after.name, one.before] as const] : [])),
  );
  // Those that are going are there for functions to look at, by the names they had.
  for (const one of before && needsAll ? liveFields(before) : []) if (!shapes.has(one.name)) shapes.set(one.name, one);
  const all = [...new Map([...shapes.values()].map((one) => [one.value, one])).values()];
  const entries = [...shapes];
  for (const stand of stands)
    for await (const rows of readPages(db, stand, needsAll ? ['created_at', 'created_by'] : [], all))
      yield {
        stand,
        page: rows.map((row) => {
          const values: Values = {};
          for (const [name, shape] of entries) values[name] = stored(shape, row);
          return { row, about: new AboutRow(row, values, zone) };
        }),
      };
}

/** Rows of a table in portions, with these columns and fields; a bin may lack what came before it. */
export async function* readPages(
  db: CollectionDb,
  { name: table, columns, links: tables }: Standing,
  own: readonly string[],
  shapes: readonly FieldShape[],
): AsyncGenerator<Row[]> {
  const values = shapes.filter(({ storage }) => storage !== 'links').map(({ value }) => value);
  const asked = [...new Set([...own, ...values])].filter((one) => columns.includes(one));
  const links = shapes
    .filter(({ storage }) => storage === 'links')
    .map((one) => linkColumn(table, one))
    .filter((one) => tables.some(({ name }) => name === one.links));
  for (let last = ''; ; ) {
    const page = await db
      .selectFrom(table)
      .select(['id', ...asked])
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

/** The same over all tables of a resource's records. */
export async function countAll(db: CollectionDb, stands: readonly Standing[], shape?: FieldShape): Promise<number> {
  let count = 0;
  for (const { name, columns, links } of stands) {
    const value = shape?.storage === 'links' ? linksFor(name, shape.value) : shape?.value;
    const there = shape?.storage === 'links' ? links.map((one) => one.name) : columns;
    if (value === undefined || there.includes(value)) count += await countRows(db, name, shape);
  }
  return count;
}
