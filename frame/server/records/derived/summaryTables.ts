import { sql } from 'kysely';
import { isFilteredByValue } from '../../../config/rowRules.ts';
import { isChoice, isReference } from '../../../fields/fieldTypes.ts';
import { isMe } from '../../../where/symbols.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { resolveTime } from '../query/operatorMap.ts';
import { findColumn } from '../query/wherePath.ts';
import type { Collection, Column, ListCondition } from '../schema/collection.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';
import { findOwnerColumn } from '../schema/filterableFields.ts';
import { getDerivedName } from '../schema/tableNames.ts';

/**
 * Stands for all values of a reference. Triggers (summaryTriggers.ts) keep the totals of lists by the choices and flags
 * that filter them, and by up to two references, the owner first.
 */
export const ALL_VALUES = '*';
/** Stands for an empty reference. */
export const NO_REFERENCE = '-';
const MAX_SUMMARY_REFERENCES = 2;
/** Limits the combinations of choices, and thereby the rows that a total sums up. */
const MAX_SUMMARY_GROUPS = 300;

/** A table of counts, and the columns of its key in order. */
export interface SummaryTable {
  table: string;
  references: readonly Column[];
  choices: readonly Column[];
}

/** Returns the maximum number of values of a column; undefined if the config does not limit them. */
function countPossibleValues({ field, storage }: Column): number | undefined {
  if (storage === 'flag') return 3;
  return isChoice(field) ? field.choices.length + 1 : undefined;
}

const planned = new WeakMap<Collection, SummaryTable>();

/** Plans the summary table of a collection, from which totals of filtered lists are read. */
export function getSummaryTable(collection: Collection): SummaryTable {
  const table = planned.get(collection) ?? planSummaryTable(collection);
  planned.set(collection, table);
  return table;
}

function planSummaryTable(collection: Collection): SummaryTable {
  const narrowing = collection.columns.filter((column) => isFilteredByValue(collection.resource, column.name));
  const owners = new Set(Object.keys(collection.resource.roles).map((role) => findOwnerColumn(collection, role)?.name));
  const references = narrowing
    .filter(({ name, field }) => owners.has(name) || isReference(field))
    .toSorted((a, b) => Number(owners.has(b.name)) - Number(owners.has(a.name)));
  const choices: Column[] = [];
  let kinds = 1;
  for (const column of narrowing) {
    const own = countPossibleValues(column);
    if (own === undefined || kinds * own > MAX_SUMMARY_GROUPS) continue;
    kinds *= own;
    choices.push(column);
  }
  return {
    table: getDerivedName(collection, 'counts'),
    references: references.slice(0, MAX_SUMMARY_REFERENCES),
    choices,
  };
}

type Equals = readonly [Column, readonly unknown[]];
type SummaryKeys = ReadonlyMap<Column, readonly unknown[]>;

/** Returns the column and the values that a condition compares it with; nothing if it does more. */
function getEquals(collection: Collection, { condition, me }: ListCondition): Equals[] {
  if (condition?.kind !== 'compare' || !['equals', 'in'].includes(condition.operator)) return [];
  const { path, value } = condition;
  const column = findColumn(collection, path.join('.'));
  if (!column || column.storage === 'moment') return [];
  const zone = collection.timeZone;
  const values = [value].flat().map((one) => {
    const stored = isMe(one) ? me : column.codec.encodeFilter(resolveTime(one, zone), zone);
    return typeof stored === 'number' ? String(stored) : stored;
  });
  return values.length > 0 && !values.includes(undefined) ? [[column, values]] : [];
}

/**
 * Finds the values of each column by which the summary table counts these records; undefined if it does not. A row rule
 * with keys reads only its reference, so it also holds for rows of the summary table.
 */
export function findSummaryKeys(collection: Collection, conditions: readonly ListCondition[]): SummaryKeys | undefined {
  const { references, choices } = getSummaryTable(collection);
  const [others = [], ruled = []] = [false, true].map((has) => conditions.filter(({ keys }) => has === Boolean(keys)));
  const equal = new Map(others.flatMap((one) => getEquals(collection, one)));
  const isRuleCounted = ({ keys }: ListCondition) =>
    references.some((column) => column.name === keys?.field && !equal.has(column));
  // No id equals a placeholder.
  const isCounted = ([column, values]: Equals) =>
    (references.includes(column) || choices.includes(column)) &&
    !values.includes(ALL_VALUES) &&
    !values.includes(NO_REFERENCE);
  const isCountedAlone = equal.size === others.length && [...equal].every(isCounted);
  return isCountedAlone && ruled.length <= 1 && ruled.every(isRuleCounted) ? equal : undefined;
}

/**
 * Compiles the total of a list from its summary table, or returns undefined if that does not cover a condition. `equal`
 * holds the values of `findSummaryKeys` or placeholders of them.
 */
export function compileSummaryTotal(
  db: Db,
  collection: Collection,
  conditions: readonly ListCondition[],
  equal = findSummaryKeys(collection, conditions),
) {
  if (collection.existingTable) return collection.hints?.countFromSummary(db, conditions);
  if (!equal) return undefined;
  const { table, references, choices } = getSummaryTable(collection);
  return [...references, ...choices]
    .filter((column) => equal.has(column) || references.includes(column))
    .reduce((query, column) => {
      const rule = conditions.find(({ keys }) => keys?.field === column.name);
      if (rule) return query.where(rule.expression);
      const values = [...new Set(equal.get(column) ?? [ALL_VALUES])];
      return query.where(column.valueColumn, 'in', values);
    }, toCollectionDb(db).selectFrom(table))
    .select((of) => of.fn.coalesce(of.fn.sum<number>('total'), sql.lit(0)).as('total'));
}
