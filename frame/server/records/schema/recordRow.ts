import { sortKey } from '../../db/normalizeText.ts';
import type { Collection, Column } from './collection.ts';
import type { Row } from './collectionDb.ts';
import { uniqueKey } from './sortKeys.ts';

/** Values as a record has them, by field. */
export type Values = Record<string, unknown>;

/** The table's columns for these values: what is not among them is left as it is. */
export function columnsFor({ columns }: Collection, values: Values, zone: string): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { name, value, key, unique, keeping, system } of columns) {
    if (system || !Object.hasOwn(values, name)) continue;
    const given = values[name] ?? null;
    const stored = given === null ? null : keeping.write(given, zone);
    row[value] = stored;
    if (key) row[key] = stored === null ? null : sortKey(String(stored));
    if (unique) row[unique] = uniqueKey(stored);
  }
  return row;
}

export const valueIn = ({ value, keeping }: Column, row: Row): unknown => {
  const stored = row[value] ?? null;
  return stored === null ? null : keeping.read(stored);
};

/** The values of a row, as its record has them. */
export function valuesOf({ columns }: Collection, row: Row): Values {
  const values: Values = {};
  for (const column of columns) values[column.name] = valueIn(column, row);
  return values;
}

/** The values that a change makes different: what was there before need not be there still. */
export const newsOf = ({ columns }: Collection, values: Values, differing: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) =>
      columns.some((column) => column.name === name && differing.includes(column.value)),
    ),
  );
