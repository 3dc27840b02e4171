import { sql } from 'kysely';
import { serverParts } from '../../parts.ts';
import { type Condition, factsIn } from '../query/rowCondition.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionDb, schemaDb } from '../schema/collectionDb.ts';
import { isNarrowing, ownerOf } from '../schema/filterableFields.ts';
import { derivedName } from '../schema/tableNames.ts';

/**
 * Totals of lists, kept by triggers with every write in the same transaction (summaryTriggers.ts), so that no total reads the
 * records. A record counts by the choices and switches that lists are filtered by, and by up to two references (its
 * owner first): for its own value of each, and for ALL of them.
 */
export const ALL = '*';
/** Stands for an empty reference. */
export const NONE = '-';
const MOST_REFERENCES = 2;
/** The choices of a collection may make so many kinds together: so many counts are summed up at most. */
const MOST_KINDS = 300;

/** The table of counts, and the columns that records are counted by, in the order of its key. */
export interface Tally {
  table: string;
  references: readonly Column[];
  choices: readonly Column[];
}

/** How many values a column has at most; undefined if its config does not say. */
function kindsOf({ field, storage }: Column): number | undefined {
  const { choices } = field as { choices?: readonly unknown[] };
  if (storage === 'flag') return 3;
  return field.kind.name === 'choice' && choices ? choices.length + 1 : undefined;
}

export function tallyOf(collection: Collection): Tally {
  const narrowing = collection.columns.filter((column) => isNarrowing(collection, column));
  const { roles } = collection.resource;
  const owners = new Set(Object.entries(roles).map(([role, { own }]) => own ?? ownerOf(collection, role)?.name));
  const references = narrowing
    .filter(({ name, field }) => owners.has(name) || field.kind.name === 'reference')
    .toSorted((a, b) => Number(owners.has(b.name)) - Number(owners.has(a.name)));
  const choices: Column[] = [];
  let kinds = 1;
  for (const column of narrowing) {
    const own = kindsOf(column);
    if (own === undefined || kinds * own > MOST_KINDS) continue;
    kinds *= own;
    choices.push(column);
  }
  return { table: derivedName(collection, 'counts'), references: references.slice(0, MOST_REFERENCES), choices };
}

/** The total of a list by the counts; undefined if a condition is about something else, and records must be counted. */
export function countedTotal(db: CollectionDb, collection: Collection, conditions: readonly Condition[]) {
  if (collection.placed) {
    const facts = factsIn(conditions);
    return facts && serverParts().readings?.[collection.table]?.counted(schemaDb(db), facts);
  }
  const { table, references, choices } = tallyOf(collection);
  const equal = new Map(conditions.flatMap(({ is }) => (is ? [is] : [])));
  const all = [...references, ...choices];
  // No record refers to what stands for others in the counts.
  const isCounted = ([column, values]: NonNullable<Condition['is']>) =>
    all.includes(column) && !values.includes(ALL) && !values.includes(NONE);
  if (equal.size < conditions.length || ![...equal].every(isCounted)) return undefined;
  return all
    .filter((column) => equal.has(column) || references.includes(column))
    .reduce((query, column) => {
      const values = [...new Set((equal.get(column) ?? [ALL]).map(String))];
      return query.where(column.value, 'in', values);
    }, db.selectFrom(table))
    .select((of) => of.fn.coalesce(of.fn.sum<number>('total'), sql.lit(0)).as('total'));
}
