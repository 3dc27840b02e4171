import { getLinkTable, getTrashTable } from '../records/schema/collection.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { SchemaStep } from './changeSteps.ts';
import type { ExistingTable } from './existingTables.ts';
import { type FieldShape, getLiveFields, getLiveResources, type StoredShape } from './resourceShape.ts';

/** Names that PostgreSQL reports for types. */
const TYPE_ALIASES: Readonly<Record<string, string>> = { int8: 'bigint', float8: 'double precision' };

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

/** A missing table or column, by its orphan name. */
interface LostPlace {
  name: string;
  resource: string;
  field?: string;
  loss: string;
}

function findLost(shape: StoredShape, tables: readonly ExistingTable[], filledTrash: ReadonlySet<string>): LostPlace[] {
  return getLiveResources(shape).flatMap((one): LostPlace[] => {
    const { name: resource, table } = one;
    if (!tables.some(({ name }) => name === table))
      return [{ name: table, resource, loss: `the table ${table} is not there` }];
    const trash = getTrashTable(table);
    return getLiveFields(one).flatMap((field): LostPlace[] => {
      const loss =
        findLoss(table, field, tables) ?? (filledTrash.has(trash) ? findLoss(trash, field, tables) : undefined);
      return loss ? [{ name: `${table}.${field.value}`, resource, field: field.name, loss }] : [];
    });
  });
}

/** Finds fields whose stored column is missing or has another type, as steps that refuse the start. */
export const findLostFields = (...args: Parameters<typeof findLost>): SchemaStep[] =>
  findLost(...args).map(({ name, loss, ...place }) => ({
    do: 'find missing',
    ...place,
    refused: {
      because: `${loss}: somebody else changed the database`,
      allow: `a restored backup, or give it up with npm run plan -- --remove ${name}`,
    },
  }));

export const getLostNames = (...args: Parameters<typeof findLost>): string[] =>
  findLost(...args).map(({ name }) => name);
