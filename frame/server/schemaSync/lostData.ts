import { binTable, linksFor } from '../records/schema/collection.ts';
import { KEEPINGS } from '../records/schema/storageCodecs.ts';
import type { Step } from './changeSteps.ts';
import type { FoundTable } from './existingTables.ts';
import { type FieldShape, liveFields, liveResources, type ResourceShape, type Shape } from './resourceShape.ts';

/** PostgreSQL's own names of types. */
const TYPES: Readonly<Record<string, string>> = { int8: 'bigint', float8: 'double precision' };

const because = (what: string) => `${what}: somebody else changed the database`;

function lossOf(table: string, field: FieldShape, tables: readonly FoundTable[]): string | undefined {
  const { storage, value } = field;
  const name = storage === 'links' ? linksFor(table, value) : table;
  const found = tables.find((one) => one.name === name);
  if (!found) return `the table ${name} is not there`;
  if (storage === 'links') return undefined;
  const column = found.columns.indexOf(value);
  if (column < 0) return `the column ${value} of ${table} is not there`;
  const type = (found.types?.[column] ?? KEEPINGS[storage].column).toLowerCase();
  const expected = KEEPINGS[storage].column;
  if ((TYPES[type] ?? type) !== expected)
    return `the column ${value} of ${table} is ${type}, and was made as ${expected}`;
  return undefined;
}

/** The fields whose values are not where they were put, as steps that a start refuses. */
export function lostIn(shape: Shape, tables: readonly FoundTable[], bins: ReadonlySet<string>): Step[] {
  return liveResources(shape).flatMap((one): Step[] => {
    const { name: resource, table } = one;
    if (!tables.some(({ name }) => name === table))
      return [
        {
          do: 'find missing',
          resource,
          refused: { because: because(`the table ${table} is not there`), allow: giveUp(table) },
        },
      ];
    return liveFields(one).flatMap((field): Step[] => {
      const bin = binTable(table);
      const loss = lossOf(table, field, tables) ?? (bins.has(bin) ? lossOf(bin, field, tables) : undefined);
      const name = `${table}.${field.value}`;
      return loss
        ? [
            {
              do: 'find missing',
              resource,
              field: field.name,
              refused: { because: because(loss), allow: giveUp(name) },
            },
          ]
        : [];
    });
  });
}

/** What is said of what is lost: it comes back from a backup, or somebody gives it up by its name. */
const giveUp = (name: string) => `a restored backup, or give it up with npm run plan -- --remove ${name}`;

/** The names by which what is lost is given up. */
export const lostNames = (shape: Shape, tables: readonly FoundTable[], bins: ReadonlySet<string>): string[] =>
  lostIn(shape, tables, bins).map(({ resource, field }) => {
    const one = liveResources(shape).find(({ name }) => name === resource) as ResourceShape;
    const own = field === undefined ? undefined : liveFields(one).find(({ name }) => name === field);
    return own ? `${one.table}.${own.value}` : one.table;
  });
