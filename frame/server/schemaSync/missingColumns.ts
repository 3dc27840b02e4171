import { getBinTable, getLinkTable } from '../records/schema/collection.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { SchemaStep } from './changeSteps.ts';
import type { ExistingTable } from './existingTables.ts';
import {
  type FieldShape,
  getLiveFields,
  getLiveResources,
  type ResourceShape,
  type StoredShape,
} from './resourceShape.ts';

/** Names that PostgreSQL reports for types. */
const TYPE_ALIASES: Readonly<Record<string, string>> = { int8: 'bigint', float8: 'double precision' };

const formatReason = (what: string) => `${what}: somebody else changed the database`;

function findLoss(table: string, field: FieldShape, tables: readonly ExistingTable[]): string | undefined {
  const { storage, value } = field;
  const name = storage === 'links' ? getLinkTable(table, value) : table;
  const found = tables.find((one) => one.name === name);
  if (!found) return `the table ${name} is not there`;
  if (storage === 'links') return undefined;
  const column = found.columns.indexOf(value);
  if (column < 0) return `the column ${value} of ${table} is not there`;
  const type = (found.types?.[column] ?? STORAGE_CODECS[storage].columnType).toLowerCase();
  const expected = STORAGE_CODECS[storage].columnType;
  if ((TYPE_ALIASES[type] ?? type) !== expected)
    return `the column ${value} of ${table} is ${type}, and was made as ${expected}`;
  return undefined;
}

/** Finds fields whose stored column is missing or has another type, as steps that refuse the start. */
export function findLostFields(
  shape: StoredShape,
  tables: readonly ExistingTable[],
  bins: ReadonlySet<string>,
): SchemaStep[] {
  return getLiveResources(shape).flatMap((one): SchemaStep[] => {
    const { name: resource, table } = one;
    if (!tables.some(({ name }) => name === table))
      return [
        {
          do: 'find missing',
          resource,
          refused: { because: formatReason(`the table ${table} is not there`), allow: formatGiveUp(table) },
        },
      ];
    return getLiveFields(one).flatMap((field): SchemaStep[] => {
      const bin = getBinTable(table);
      const loss = findLoss(table, field, tables) ?? (bins.has(bin) ? findLoss(bin, field, tables) : undefined);
      const name = `${table}.${field.value}`;
      return loss
        ? [
            {
              do: 'find missing',
              resource,
              field: field.name,
              refused: { because: formatReason(loss), allow: formatGiveUp(name) },
            },
          ]
        : [];
    });
  });
}

const formatGiveUp = (name: string) => `a restored backup, or give it up with npm run plan -- --remove ${name}`;

/** Returns the orphan names of the missing tables and columns. */
export const getLostNames = (
  shape: StoredShape,
  tables: readonly ExistingTable[],
  bins: ReadonlySet<string>,
): string[] =>
  findLostFields(shape, tables, bins).map(({ resource, field }) => {
    const one = getLiveResources(shape).find(({ name }) => name === resource) as ResourceShape;
    const own = field === undefined ? undefined : getLiveFields(one).find(({ name }) => name === field);
    return own ? `${one.table}.${own.value}` : one.table;
  });
