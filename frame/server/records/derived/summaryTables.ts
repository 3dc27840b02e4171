import { sql } from 'kysely';
import { serverParts } from '../../parts.ts';
import { type Condition, toColumnConditions } from '../query/rowCondition.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionDb, toSchemaDb } from '../schema/collectionDb.ts';
import { findOwnerColumn, isFilteredByValue } from '../schema/filterableFields.ts';
import { getDerivedName } from '../schema/tableNames.ts';

/**
 * Totals of lists, kept by triggers with every write in the same transaction (summaryTriggers.ts), so that no total reads the
 * records. A record counts by the choices and switches that lists are filtered by, and by up to two references (its
 * owner first): for its own value of each, and for ALL of them.
 */
export const ALL_VALUES = '*';
/** Stands for an empty reference. */
export const NO_REFERENCE = '-';
const MAX_SUMMARY_REFERENCES = 2;
/** The choices of a collection may make so many kinds together: so many counts are summed up at most. */
const MAX_SUMMARY_GROUPS = 300;

/** The table of counts, and the columns that records are counted by, in the order of its key. */
export interface SummaryTable {
  table: string;
  references: readonly Column[];
  choices: readonly Column[];
}

/** How many values a column has at most; undefined if its config does not say. */
function countPossibleValues({ field, storage }: Column): number | undefined {
  const { choices } = field as { choices?: readonly unknown[] };
  if (storage === 'flag') return 3;
  return field.kind.name === 'choice' && choices ? choices.length + 1 : undefined;
}

export function getSummaryTable(collection: Collection): SummaryTable {
  const narrowing = collection.columns.filter((column) => isFilteredByValue(collection, column));
  const { roles } = collection.resource;
  const owners = new Set(
    Object.entries(roles).map(([role, { own }]) => own ?? findOwnerColumn(collection, role)?.name),
  );
  const references = narrowing
    .filter(({ name, field }) => owners.has(name) || field.kind.name === 'reference')
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

/** The total of a list by the counts; undefined if a condition is about something else, and records must be counted. */
export function compileSummaryTotal(db: CollectionDb, collection: Collection, conditions: readonly Condition[]) {
  if (collection.existingTable) {
    const facts = toColumnConditions(conditions);
    return facts && serverParts().tableHints?.[collection.table]?.countFromSummary(toSchemaDb(db), facts);
  }
  const { table, references, choices } = getSummaryTable(collection);
  const equal = new Map(conditions.flatMap(({ equals }) => (equals ? [equals] : [])));
  const all = [...references, ...choices];
  // No record refers to what stands for others in the counts.
  const isCounted = ([column, values]: NonNullable<Condition['equals']>) =>
    all.includes(column) && !values.includes(ALL_VALUES) && !values.includes(NO_REFERENCE);
  if (equal.size < conditions.length || ![...equal].every(isCounted)) return undefined;
  return all
    .filter((column) => equal.has(column) || references.includes(column))
    .reduce((query, column) => {
      const values = [...new Set((equal.get(column) ?? [ALL_VALUES]).map(String))];
      return query.where(column.valueColumn, 'in', values);
    }, db.selectFrom(table))
    .select((of) => of.fn.coalesce(of.fn.sum<number>('total'), sql.lit(0)).as('total'));
}
