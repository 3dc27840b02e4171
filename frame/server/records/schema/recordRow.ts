import { toSearchKey } from '../../db/searchKey.ts';
import type { Collection, Column } from './collection.ts';
import type { CollectionRow } from './collectionDb.ts';
import { toUniqueKey } from './indexKeys.ts';

/** The values of a record by field. */
export type RecordValues = Record<string, unknown>;

/** Converts values to columns. Fields without a value here get no column. */
export function toRowColumns({ columns }: Collection, values: RecordValues, zone: string): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const column of columns) {
    const { name, valueColumn, uniqueColumn, codec, system, emptyValue = null } = column;
    const keyColumn = column.keyColumn ?? column.sortColumn;
    if (system || !Object.hasOwn(values, name)) continue;
    const given = values[name] ?? null;
    const stored = given === null ? emptyValue : codec.encode(given, zone);
    row[valueColumn] = stored;
    if (keyColumn) row[keyColumn] = stored === null ? null : toSearchKey(String(stored));
    if (uniqueColumn) row[uniqueColumn] = toUniqueKey(stored);
  }
  return row;
}

export const readValue = ({ valueColumn, codec }: Column, row: CollectionRow): unknown => {
  const stored = row[valueColumn] ?? null;
  return stored === null ? null : codec.decode(stored);
};

/** Converts a row to the values of its record. */
export function toRecordValues({ columns }: Collection, row: CollectionRow): RecordValues {
  const values: RecordValues = {};
  for (const column of columns) values[column.name] = readValue(column, row);
  return values;
}

/** Picks the values whose columns differ. */
export const pickChangedValues = (
  { columns }: Collection,
  values: RecordValues,
  differing: readonly string[],
): RecordValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) =>
      columns.some((column) => column.name === name && differing.includes(column.valueColumn)),
    ),
  );
