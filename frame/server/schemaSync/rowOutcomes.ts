import { sql } from 'kysely';
import { ConfigError } from '../../config/configError.ts';
import { resolveValue, type ValueContext } from '../../config/dynamicValues.ts';
import { getToday } from '../base/time.ts';
import { type Column, getBinTable, getLinkTable } from '../records/schema/collection.ts';
import type { CollectionDb, CollectionRow } from '../records/schema/collectionDb.ts';
import { readLinks } from '../records/schema/linkRows.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import { type ConvertedValue, createConverter } from './convertValues.ts';
import type { ExistingTable } from './existingTables.ts';
import { type FieldShape, getLiveFields, type StoredShape } from './resourceShape.ts';

const PAGE_SIZE = 1000;

type FieldValues = Record<string, unknown>;

/** New value of a field in one record. */
export interface FieldOutcome {
  value: unknown;
  /** It had no value and gets the default. */
  filled?: true;
  /** It has no value but needs one. */
  missing?: true;
  givenUp?: true;
  unfit?: true;
  /** True if the value differs from the stored one. */
  changed: boolean;
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
export const readStoredValue = ({ storage, value }: FieldShape, row: CollectionRow): unknown => {
  const found = row[value] ?? null;
  return found === null ? null : STORAGE_CODECS[storage].decode(found);
};

const isNewlyRequired = ({ before, after }: FieldMatch) =>
  Boolean(after.required && (!before?.required || before.dropped));

export const isNewField = ({ before }: FieldMatch): boolean => before === undefined;

/** Creates a function that computes a field's new value in a record. `place` names the field in errors. */
export function createOutcome(match: FieldMatch, place: string, zone: string): (about: ValueContext) => FieldOutcome {
  const { field, before, after } = match;
  const convert = before ? createConverter(before, after, field, zone) : undefined;
  const required = isNewlyRequired(match);
  const { name } = after;
  return (about) => {
    const had = before ? (about.values[name] ?? null) : null;
    let found: ConvertedValue = { value: null };
    try {
      if (had !== null && convert) found = convert(had, about.values);
      const value = found ? found.value : null;
      if (!found) return { value: had, unfit: true, changed: false };
      const fills = value === null && had === null && field.default !== undefined && (!before || required);
      const filled = fills ? (resolveValue(field.default, about) ?? null) : null;
      if (filled !== null) return { value: filled, filled: true, changed: true };
      return {
        value,
        changed: !isEqual(value, had),
        ...(found.givenUp && { givenUp: true }),
        ...(value === null && (required || (found.givenUp && after.required)) && { missing: true }),
      };
    } catch (cause) {
      const { message } = cause as Error;
      throw new ConfigError([`${place}: found a function that fails on a record's value (${message}).`]);
    }
  };
}

const toLinkColumn = (table: string, { storage, value }: FieldShape) =>
  ({ valueColumn: value, linkTable: getLinkTable(table, value), codec: STORAGE_CODECS[storage] }) as Column & {
    linkTable: string;
  };

/** Finds the bin tables that are not empty. */
export async function findFilledBins(
  db: CollectionDb,
  shape: StoredShape,
  tables: readonly ExistingTable[],
): Promise<Set<string>> {
  const full = new Set<string>();
  for (const { table } of shape) {
    const name = getBinTable(table);
    if (!tables.some((one) => one.name === name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) full.add(name);
  }
  return full;
}

/** Returns the table of a resource and its filled bin table. */
export function findRecordTables(
  table: string,
  tables: readonly ExistingTable[],
  bins: ReadonlySet<string>,
): RecordTable[] {
  const found = (name: string) => tables.filter((one) => one.name === name);
  const bin = getBinTable(table);
  return [
    ...found(table).map((one) => ({ ...one, linkTables: tables, isBin: false })),
    ...(bins.has(bin) ? found(bin) : []).map((one) => ({ ...one, linkTables: tables, isBin: true })),
  ];
}

/** A table with records of a resource. */
export interface RecordTable extends ExistingTable {
  isBin: boolean;
  /** All tables, including those of its links. */
  linkTables: readonly ExistingTable[];
}

export interface StoredRecord {
  row: CollectionRow;
  about: ValueContext;
}

const readsWholeRecord = ({ field }: FieldMatch) =>
  typeof field.convert === 'function' || typeof field.default === 'function';

/** Context for config functions. Formats the time only if a function asks for it. */
class RecordAbout implements ValueContext {
  readonly #at: number;
  readonly #zone: string;
  readonly me: string;
  readonly values: FieldValues;
  constructor(row: CollectionRow, values: FieldValues, zone: string) {
    this.#at = Number(row.created_at);
    this.#zone = zone;
    this.me = String(row.created_by ?? '');
    this.values = values;
  }
  get now(): string {
    return new Date(this.#at).toISOString();
  }
  get today(): string {
    return getToday(this.#zone, this.#at);
  }
}

/**
 * Reads all records of a resource in pages, with the values of the `looked` fields. Reads all fields if a config
 * function may need them.
 */
export async function* readRecords(
  db: CollectionDb,
  { before, fields, recordTables }: ResourceMatch,
  looked: readonly FieldMatch[],
  zone: string,
): AsyncGenerator<{ stand: RecordTable; page: StoredRecord[] }> {
  const needsAll = looked.some(readsWholeRecord);
  const shapes = new Map(
    (needsAll ? fields : looked).flatMap((one) => (one.before ? [[one.after.name, one.before] as const] : [])),
  );
  // Functions may also read dropped fields by their former names.
  for (const one of before && needsAll ? getLiveFields(before) : [])
    if (!shapes.has(one.name)) shapes.set(one.name, one);
  const all = [...new Map([...shapes.values()].map((one) => [one.value, one])).values()];
  const entries = [...shapes];
  for (const stand of recordTables)
    for await (const rows of readPages(db, stand, needsAll ? ['created_at', 'created_by'] : [], all))
      yield {
        stand,
        page: rows.map((row) => {
          const values: FieldValues = {};
          for (const [name, shape] of entries) values[name] = readStoredValue(shape, row);
          return { row, about: new RecordAbout(row, values, zone) };
        }),
      };
}

/** Reads rows in pages. A bin may lack newer columns. */
export async function* readPages(
  db: CollectionDb,
  { name: table, columns, linkTables: tables }: RecordTable,
  own: readonly string[],
  shapes: readonly FieldShape[],
): AsyncGenerator<CollectionRow[]> {
  const values = shapes.filter(({ storage }) => storage !== 'links').map(({ value }) => value);
  const asked = [...new Set([...own, ...values])].filter((one) => columns.includes(one));
  const links = shapes
    .filter(({ storage }) => storage === 'links')
    .map((one) => toLinkColumn(table, one))
    .filter((one) => tables.some(({ name }) => name === one.linkTable));
  for (let last = ''; ; ) {
    const page = await db
      .selectFrom(table)
      .select(['id', ...asked])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();
    yield await readLinks(db, { columns: links }, page as CollectionRow[]);
    if (page.length < PAGE_SIZE) return;
    last = String(page.at(-1)?.id);
  }
}

/** Counts records, or records with a value of this field. */
export async function countRows(db: CollectionDb, table: string, shape?: FieldShape): Promise<number> {
  if (shape?.storage === 'links') return countRows(db, getLinkTable(table, shape.value));
  const what = shape ? sql.ref(shape.value) : sql.raw('*');
  const { rows } = await sql<{ count: number }>`select count(${what}) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

/** Counts over all tables of a resource. */
export async function countInTables(
  db: CollectionDb,
  stands: readonly RecordTable[],
  shape?: FieldShape,
): Promise<number> {
  let count = 0;
  for (const { name, columns, linkTables } of stands) {
    const value = shape?.storage === 'links' ? getLinkTable(name, shape.value) : shape?.value;
    const there = shape?.storage === 'links' ? linkTables.map((one) => one.name) : columns;
    if (value === undefined || there.includes(value)) count += await countRows(db, name, shape);
  }
  return count;
}
