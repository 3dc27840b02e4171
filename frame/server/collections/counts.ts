import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { groupingOf, mayReport, measuredIn, type ReportConfig } from '../../config/reports.ts';
import { partsOf, type RowRule } from '../../config/rows.ts';
import { ROLES } from '../../wire/call.ts';
import { serverParts } from '../parts.ts';
import { type Fact, testOf } from '../store/facts.ts';
import type { Collection, Column } from './collection.ts';
import { type Days, hasDays, isOfDays } from './days.ts';
import { type CollectionDb, schemaDb } from './db.ts';
import { derivedName } from './derived.ts';
import { ownerOf } from './ends.ts';
import { filtersOf, isNarrowing, reportedBy } from './narrowing.ts';
import { isSummed } from './summing.ts';

/**
 * How many records there are of every kind, and what reports sum up of them, so that neither a total nor a report reads
 * the records themselves. Triggers keep it with every write, in the same transaction (countTables.ts). A record counts by
 * its choices and switches that lists are filtered by and reports tell apart, and by up to two references (whose it is,
 * above all): for its own value of each, and for ALL of them. Dates that reports tell apart, or narrow to, have a tally of
 * their own, by the day, and so has what else they tell apart the values of: texts, numbers, and references and choices that are not
 * among those.
 */
export const ALL = '*';
/** Stands for a reference that is empty, and a day. */
export const NONE = '-';
/** Stands for the day of a moment that is in no calendar of ours. */
export const NO_DAY = '?';
const MOST_REFERENCES = 2;
/** Kinds that a collection's choices may make together: so many counts are summed up at most. */
const MOST_KINDS = 300;

/** A condition on the records of a list; `is` where it is that a column has one of these values, `days` that a date is one of these. */
export interface Condition {
  test: Expression<SqlBool>;
  is?: readonly [Column, readonly (string | number)[]];
  days?: Days;
  /** In a table that is there: the same as data. */
  fact?: Fact;
}

export const conditionOf = (fact: Fact): Condition => ({ test: testOf(fact), fact });
/** All of them as data; undefined where one is none. */
export const factsIn = (conditions: readonly Condition[]): Fact[] | undefined =>
  conditions.every(({ fact }) => fact) ? conditions.flatMap(({ fact }) => fact ?? []) : undefined;

/** Letters of a value that is counted by: a key holds no more. */
export const LONGEST = 400;

/** A table of counts, and what it says of the records. */
export interface Tally {
  table: string;
  references: readonly Column[];
  choices: readonly Column[];
  /** Numbers that are summed up. */
  sums: readonly Column[];
  /** The date by whose days it counts. */
  day?: Column;
  /** The text or number by whose values it counts, one of its choices. */
  value?: Column;
}

/** How many values a column has at most; undefined where nobody knows. */
function kindsOf({ field, storage }: Column): number | undefined {
  const { choices } = field as { choices?: readonly unknown[] };
  if (storage === 'flag') return 3;
  return field.kind.name === 'choice' && choices ? choices.length + 1 : undefined;
}

/** What is counted by: references and choices, in the order of their keys. */
function countedBy(collection: Collection): Pick<Tally, 'references' | 'choices'> {
  const narrowing = collection.columns.filter((column) => isNarrowing(collection, column));
  const { roles } = collection.resource;
  const owners = new Set(Object.entries(roles).map(([role, { own }]) => own ?? ownerOf(collection, role)?.name));
  const reported = reportedBy(collection.resource);
  const weight = ({ name }: Column) => (owners.has(name) ? 2 : reported.has(name) ? 1 : 0);
  const references = narrowing
    .filter(({ name, field }) => owners.has(name) || field.kind.name === 'reference')
    .toSorted((a, b) => weight(b) - weight(a));
  const choices: Column[] = [];
  let kinds = 1;
  for (const column of narrowing) {
    const own = kindsOf(column);
    if (own === undefined || kinds * own > MOST_KINDS) continue;
    kinds *= own;
    choices.push(column);
  }
  return { references: references.slice(0, MOST_REFERENCES), choices };
}

/** What the tallies of a collection by days and texts are remembered by. */
export const daysName = (collection: Pick<Collection, 'table'>): string => derivedName(collection, 'days');

/** The dates that reports tell apart by periods, and those that they may be narrowed to days of. */
const daysOf = ({ resource }: Pick<Collection, 'resource'>, report: ReportConfig<string>) => {
  const grouping = groupingOf(report);
  const filters = [...filtersOf(resource)].filter(
    ([name, { field, test }]) =>
      report.filters?.includes(name) && isOfDays(test ?? (resource.fields[field]?.kind.filter || undefined)?.test),
  );
  return [...filters.map(([, { field }]) => field), ...(grouping?.by ? [grouping.field] : [])];
};

/** What is counted by each of its values where a report tells these apart. */
const isValue = ({ storage, links }: Column): boolean =>
  ['text', 'integer', 'cents', 'real'].includes(storage) && !links;

/** The fields that a report's records are narrowed to single values of: by its rule, its filters, or whose they are. */
const namedIn = (collection: Collection, report: ReportConfig<string>): (string | undefined)[] => [
  ...(report.rows ? [...partsOf(report.rows as RowRule)].map(([path]) => path) : []),
  ...[...filtersOf(collection.resource)].flatMap(([name, { field }]) =>
    report.filters?.includes(name) ? [field] : [],
  ),
  ...ROLES.filter((role) => mayReport(collection.resource, role, report)).map(
    (role) => ownerOf(collection, role)?.name,
  ),
];

/** The tallies of a collection, that of all its records first. */
export function talliesOf(collection: Collection): [Tally, ...Tally[]] {
  const counted = countedBy(collection);
  const reports = Object.values(collection.resource.reports ?? {});
  const sumsOf = (some: typeof reports) => {
    const names = new Set(some.flatMap(measuredIn));
    return collection.columns.filter((column) => names.has(column.name) && isSummed(column));
  };
  const days = collection.columns.filter(hasDays).flatMap((day) => {
    const own = reports.filter((one) => daysOf(collection, one).includes(day.name));
    return own.length > 0 ? [{ ...counted, day, sums: sumsOf(own) }] : [];
  });
  const all = [...counted.references, ...counted.choices];
  const values = collection.columns.filter(isValue).flatMap((value) => {
    const own = all.includes(value)
      ? []
      : reports.filter((one) => groupingOf(one)?.field === value.name && !groupingOf(one)?.by);
    const named = new Set(own.flatMap((one) => namedIn(collection, one)));
    const references = counted.references.filter(({ name }) => named.has(name));
    const choices = [...counted.choices.filter(({ name }) => named.has(name)), value];
    return own.length > 0 ? [{ references, choices, value, sums: sumsOf(own) }] : [];
  });
  return [
    { ...counted, table: derivedName(collection, 'counts'), sums: sumsOf(reports) },
    ...days.map((one, at): Tally => ({ ...one, table: derivedName(collection, `days${at}`) })),
    ...values.map((one, at): Tally => ({ ...one, table: derivedName(collection, `texts${at}`) })),
  ];
}

/**
 * The rows of a tally for the records which meet the conditions, for each value of `by` where that is given;
 * undefined where a condition is about something else, and the records themselves must be read.
 */
export function rowsIn(
  { references, choices, day }: Tally,
  conditions: readonly Condition[],
  by?: Column,
): RawBuilder<SqlBool>[] | undefined {
  const equal = new Map(conditions.flatMap(({ is }) => (is ? [is] : [])));
  const days = conditions.flatMap(({ days }) => days ?? []);
  const all = [...references, ...choices];
  if (equal.size + days.length < conditions.length || [...equal.keys()].some((column) => !all.includes(column)))
    return undefined;
  if (days.some(({ column }) => column !== day)) return undefined;
  // Fractions are written otherwise there, long texts are cut.
  const isKey = (one: string | number) => typeof one === 'number' || one.length < LONGEST;
  if ([...equal].some(([{ storage }, values]) => storage === 'real' || !values.every(isKey))) return undefined;
  const among = (column: Column) => {
    const values = [...new Set(equal.get(column)?.map(String))];
    return sql<SqlBool>`${sql.ref(column.value)} in (${sql.join(values)})`;
  };
  return [
    ...references.map((column) => {
      if (equal.has(column)) return among(column);
      return column === by
        ? sql<SqlBool>`${sql.ref(column.value)} <> ${ALL}`
        : sql<SqlBool>`${sql.ref(column.value)} = ${ALL}`;
    }),
    ...days.map(amongDays),
    ...choices.filter((column) => equal.has(column)).map(among),
  ];
}

/** Those of these days, and those of no day of ours: whoever reads them finds these, and reads the records. */
function amongDays({ from, until }: Days): RawBuilder<SqlBool> {
  const least = from === undefined ? sql`day > ${NONE}` : sql`day >= ${from}`;
  const most = sql`day < ${until ?? NO_DAY}`;
  return sql`(${least} and (${most} or day = ${NO_DAY}))`;
}

/** The total of a list by the counts; undefined where a condition is about something else, and records must be counted. */
export function countedTotal(db: CollectionDb, collection: Collection, conditions: readonly Condition[]) {
  if (collection.placed) {
    const facts = factsIn(conditions);
    return facts && serverParts().readings?.[collection.table]?.counted(schemaDb(db), facts);
  }
  const [tally] = talliesOf(collection);
  const rows = rowsIn(tally, conditions);
  return rows
    ?.reduce((query, test) => query.where(test), db.selectFrom(tally.table))
    .select((of) => of.fn.coalesce(of.fn.sum<number>('total'), sql.lit(0)).as('total'));
}
