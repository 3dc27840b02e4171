import { sql } from 'kysely';
import { resolveValue, type ValueContext } from '../../config/computedValues.ts';
import { ConfigError } from '../../config/configError.ts';
import { getToday } from '../base/time.ts';
import type { Db } from '../db/databaseSchema.ts';
import { type Column, getLinkTable, getTrashTable } from '../records/schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../records/schema/collectionDb.ts';
import { readLinks } from '../records/schema/linkRows.ts';
import { pagesById } from '../records/schema/pagesById.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import { formatConfigPath } from './changeSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import type { ExistingTable, RecordTable } from './existingTables.ts';
import { type FieldShape, getLiveFields, type StoredShape } from './resourceShape.ts';
import { type ConvertedValue, createConverter } from './values/convertValues.ts';

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

/** Creates a function that computes a field's new value in a record. */
export function createOutcome(
  match: FieldMatch,
  resource: string,
  zone: string,
): (context: ValueContext) => FieldOutcome {
  const { field, before, after } = match;
  const convert = before ? createConverter(before, after, field, zone) : undefined;
  const required = isNewlyRequired(match);
  const { name } = after;
  const getOutcome = (context: ValueContext): FieldOutcome => {
    const former = before ? (context.values[name] ?? null) : null;
    const converted: ConvertedValue = former !== null && convert ? convert(former, context.values) : { value: null };
    if (!converted) return { value: former, unfit: true, changed: false };
    const { value, givenUp } = converted;
    const getsDefault = value === null && former === null && field.default !== undefined && (!before || required);
    const standard = getsDefault ? (resolveValue(field.default, context) ?? null) : null;
    if (standard !== null) return { value: standard, filled: true, changed: true };
    const missing = value === null && (required || (givenUp && after.required));
    const changed = !isEqual(value, former);
    return { value, changed, ...(givenUp && { givenUp }), ...(missing && { missing }) };
  };
  return (context) => {
    try {
      return getOutcome(context);
    } catch (cause) {
      const place = formatConfigPath({ resource, field: name });
      throw new ConfigError([
        `${place}: found a function that fails on a record's value (${(cause as Error).message}).`,
      ]);
    }
  };
}

const toLinkColumn = (table: string, { storage, value }: FieldShape) =>
  ({ valueColumn: value, linkTable: getLinkTable(table, value), codec: STORAGE_CODECS[storage] }) as Column & {
    linkTable: string;
  };

export async function findFilledTrash(
  db: Db,
  shape: StoredShape,
  tables: readonly ExistingTable[],
): Promise<Set<string>> {
  const filled = new Set<string>();
  for (const { table } of shape) {
    const name = getTrashTable(table);
    if (!tables.some((one) => one.name === name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) filled.add(name);
  }
  return filled;
}

/** Returns the table of a resource and its filled trash table. */
export function findRecordTables(
  table: string,
  tables: readonly ExistingTable[],
  filledTrash: ReadonlySet<string>,
): RecordTable[] {
  const trash = getTrashTable(table);
  const names = [table, ...(filledTrash.has(trash) ? [trash] : [])];
  return names.flatMap((name) =>
    tables.filter((one) => one.name === name).map((one) => ({ ...one, linkTables: tables, isTrash: name === trash })),
  );
}

export interface StoredRecord {
  row: CollectionRow;
  context: ValueContext;
}

const readsWholeRecord = ({ field }: FieldMatch) =>
  typeof field.convert === 'function' || typeof field.default === 'function';

/** Context for config functions. Formats the time only if a function asks for it. */
class RecordContext implements ValueContext {
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

/** Reads all records in pages, with the `matches` fields, or all fields if a config function may need them. */
export async function* readRecords(
  db: Db,
  { before, fields, recordTables }: ResourceMatch,
  matches: readonly FieldMatch[],
  zone: string,
): AsyncGenerator<{ table: RecordTable; page: StoredRecord[] }> {
  const needsAll = matches.some(readsWholeRecord);
  const shapes = new Map(
    (needsAll ? fields : matches).flatMap((one) => (one.before ? [[one.after.name, one.before] as const] : [])),
  );
  // Functions may also read dropped fields by their former names.
  for (const shape of before && needsAll ? getLiveFields(before) : [])
    if (!shapes.has(shape.name)) shapes.set(shape.name, shape);
  const distinct = [...new Map([...shapes.values()].map((shape) => [shape.value, shape])).values()];
  const systemColumns = needsAll ? ['created_at', 'created_by'] : [];
  const toRecord = (row: CollectionRow): StoredRecord => {
    const values: FieldValues = {};
    for (const [name, shape] of shapes) values[name] = readStoredValue(shape, row);
    return { row, context: new RecordContext(row, values, zone) };
  };
  for (const table of recordTables)
    for await (const rows of readPages(db, table, systemColumns, distinct)) yield { table, page: rows.map(toRecord) };
}

/** Reads rows in pages. The trash may lack newer columns. */
export async function* readPages(
  db: Db,
  { name: table, columns, linkTables }: RecordTable,
  systemColumns: readonly string[],
  shapes: readonly FieldShape[],
): AsyncGenerator<CollectionRow[]> {
  const values = shapes.filter(({ storage }) => storage !== 'links').map(({ value }) => value);
  const selected = [...new Set([...systemColumns, ...values])].filter((column) => columns.includes(column));
  const links = shapes
    .filter(({ storage }) => storage === 'links')
    .map((shape) => toLinkColumn(table, shape))
    .filter((column) => linkTables.some(({ name }) => name === column.linkTable));
  const records = toCollectionDb(db)
    .selectFrom(table)
    .select(['id', ...selected]);
  const pages = pagesById((last, size) => records.where('id', '>', last).orderBy('id').limit(size).execute());
  for await (const page of pages) yield await readLinks(db, { columns: links }, page as CollectionRow[]);
}

/** Counts records, or records with a value of this field. */
export async function countRows(db: Db, table: string, shape?: FieldShape): Promise<number> {
  if (shape?.storage === 'links') return countRows(db, getLinkTable(table, shape.value));
  const what = shape ? sql.ref(shape.value) : sql.raw('*');
  const { rows } = await sql<{ count: number }>`select count(${what}) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

export async function countInTables(db: Db, tables: readonly RecordTable[], shape?: FieldShape) {
  let count = 0;
  for (const { name, columns, linkTables } of tables) {
    const hasColumn =
      shape?.storage === 'links'
        ? linkTables.some((table) => table.name === getLinkTable(name, shape.value))
        : !shape || columns.includes(shape.value);
    if (hasColumn) count += await countRows(db, name, shape);
  }
  return count;
}
