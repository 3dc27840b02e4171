import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Grouping, Measure, Period } from '../../../config/measures.ts';
import { isChoice } from '../../../fields/fieldTypes.ts';
import { listPeriods, type Period as Stretch } from '../../base/time.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Services } from '../../services.ts';
import type { Collection, Column, ListCondition } from '../schema/collection.ts';
import { getIndexExpression } from '../schema/indexKeys.ts';

const MAX_GROUPS = 100;
const MAX_PERIODS = 400;

export interface AggregateQuery {
  services: Services;
  collection: Collection;
  where: readonly ListCondition[];
  /** `only` limits a measure to the records that match it. */
  measures: readonly (Measure & { only?: RawBuilder<SqlBool> })[];
  /** The open transaction, if any. */
  db?: Db | undefined;
}

/** Results by measure; null without values. */
type MeasureValues = Record<string, number | null>;
export interface ReportGroup {
  value: unknown;
  label?: string | null;
  values: MeasureValues;
}
export interface ReportGroups {
  groups: ReportGroup[];
  total: MeasureValues;
  more: boolean;
}

type AggregateRow = Record<string, unknown>;

const findColumn = ({ columns }: Collection, name: string) => columns.find((one) => one.name === name);

/** Selects the measures as m0, m1 ...; an average as its sum and, in n0, n1 ..., its count. */
function selectMeasures({ collection, measures }: AggregateQuery): RawBuilder<unknown> {
  const parts = measures.flatMap(({ of, only }, at) => {
    const as = sql.ref(`m${at}`);
    const filter = only ? sql` filter (where ${only})` : sql``;
    const column = of && findColumn(collection, of.field);
    if (!of || !column) return [sql`count(*)${filter} as ${as}`];
    const value = sql.ref(column.valueColumn);
    // As text, because a sum of integers may exceed the safe integers of JavaScript.
    const ofRecords = (sum: RawBuilder<unknown>) => (column.storage === 'real' ? sum : sql`cast(${sum} as text)`);
    if (of.aggregate === 'average')
      return [
        sql`${ofRecords(sql`sum(${value})${filter}`)} as ${as}`,
        sql`count(${value})${filter} as ${sql.ref(`n${at}`)}`,
      ];
    return [sql`${ofRecords(sql`${sql.raw(of.aggregate)}(${value})${filter}`)} as ${as}`];
  });
  return sql.join(parts);
}

/** Rounds a fraction to the digits on which both databases agree. They sum in different orders. */
const roundFraction = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(12)));

/** Converts a row to results; without a row, those of no records. */
function toMeasureValues({ collection, measures }: AggregateQuery, row: AggregateRow = {}): MeasureValues {
  const figures = measures.map(({ name, of }, at): [string, number | null] => {
    const stored = row[`m${at}`] ?? null;
    if (!of) return [name, Number(stored ?? 0)];
    if (stored === null) return [name, of.aggregate === 'sum' ? 0 : null];
    const column = findColumn(collection, of.field);
    const value = of.aggregate === 'average' ? Number(stored) / Number(row[`n${at}`]) : Number(stored);
    if (column?.storage === 'cents') return [name, Math.round(value) / 100];
    if (column?.storage === 'mills') return [name, Math.round(value) / 1000];
    return [name, of.aggregate === 'min' || of.aggregate === 'max' ? value : roundFraction(value)];
  });
  return Object.fromEntries(figures);
}

const joinWhere = (tests: readonly RawBuilder<unknown>[]) =>
  tests.length > 0 ? sql`where ${sql.join(tests, sql` and `)}` : sql``;
const getExpressions = ({ where }: AggregateQuery) => where.map(({ expression }) => sql<SqlBool>`${expression}`);

async function runQuery({ services, db }: AggregateQuery, query: RawBuilder<AggregateRow>): Promise<AggregateRow[]> {
  if (db) return (await query.execute(db)).rows;
  return services.store.readers.read({ compile: () => query.compile(services.db) });
}

/** Computes the measures over all records. */
export async function aggregateRecords(scope: AggregateQuery): Promise<MeasureValues> {
  const { collection } = scope;
  const [row] = await runQuery(
    scope,
    sql`select ${selectMeasures(scope)} from ${sql.table(collection.table)} ${joinWhere(getExpressions(scope))}`,
  );
  return toMeasureValues(scope, row);
}

/** Computes the totals over all groups from their rows. The overall minimum is the minimum of the group minimums. */
function combineTotals(scope: AggregateQuery, rows: readonly AggregateRow[]): MeasureValues {
  const total: AggregateRow = {};
  for (const [at, { of: { aggregate } = {} }] of scope.measures.entries())
    for (const name of [`m${at}`, `n${at}`]) {
      const values = rows.flatMap((row) => row[name] ?? []).map(Number);
      if (values.length === 0) continue;
      const isEnd = aggregate === 'min' || aggregate === 'max';
      total[name] = isEnd ? Math[aggregate](...values) : values.reduce((sum, one) => sum + one);
    }
  return toMeasureValues(scope, total);
}

/** Compiles the first measure, by which the largest groups are chosen. */
function compileFirstMeasure({ collection, measures }: AggregateQuery): RawBuilder<unknown> {
  const of = measures[0]?.of;
  const column = of && findColumn(collection, of.field);
  if (!of || !column) return sql`count(*)`;
  return sql`${sql.raw(of.aggregate === 'average' ? 'avg' : of.aggregate)}(${sql.ref(column.valueColumn)})`;
}

/** Groups by the values of a field: choices in their order, other values by size of the first measure. */
export async function groupByValue(scope: AggregateQuery, column: Column): Promise<ReportGroups> {
  const value = sql.ref(column.valueColumn);
  // Sorts by code point on both databases.
  const isText = column.codec.columnType === 'text' && scope.services.store.kind === 'postgres';
  const tie = isText ? sql`${value} collate "C"` : value;
  const rows = await runQuery(
    scope,
    sql`select ${value} as grouped, ${selectMeasures(scope)} from ${sql.table(scope.collection.table)} ${joinWhere(getExpressions(scope))}
      group by ${value} order by ${compileFirstMeasure(scope)} desc nulls last, ${tie} limit ${sql.lit(MAX_GROUPS + 1)}`,
  );
  const found = rows.map((row): ReportGroup => {
    const stored = row.grouped ?? null;
    return { value: stored === null ? null : column.codec.decode(stored), values: toMeasureValues(scope, row) };
  });
  const choices: readonly unknown[] = isChoice(column.field) ? column.field.choices : [];
  const chosen = choices.map(
    (choice) => found.find(({ value }) => value === choice) ?? { value: choice, values: toMeasureValues(scope) },
  );
  const all = [...chosen, ...found.filter(({ value }) => !choices.includes(value))];
  const more = all.length > MAX_GROUPS;
  return {
    groups: all.slice(0, MAX_GROUPS),
    total: more ? await aggregateRecords(scope) : combineTotals(scope, rows),
    more,
  };
}

/** Compiles the index of the period that a date falls into, by the starts of the periods; null without a date. */
function compilePeriodIndex(bounds: readonly (number | string)[], at: RawBuilder<unknown>, kind: DatabaseKind) {
  const [least] = bounds;
  if (least === undefined) return sql`null`;
  const type = sql.raw(typeof least === 'number' ? 'bigint' : 'text');
  if (kind === 'postgres') return sql`width_bucket(${at}, array[${sql.join(bounds.map(sql.lit))}]::${type}[]) - 1`;
  // A binary search as nested cases.
  const among = (from: number, to: number): RawBuilder<unknown> => {
    if (to - from === 1) return sql.lit(from);
    const middle = Math.ceil((from + to) / 2);
    return sql`case when ${at} < ${sql.lit(bounds[middle])} then ${among(from, middle)} else ${among(middle, to)} end`;
  };
  return sql`case when ${at} is not null then ${among(0, bounds.length)} end`;
}

/** Compiles the test that a date falls into one of these consecutive periods. */
function compileWithin(column: Column, periods: readonly Stretch[]): RawBuilder<SqlBool> | undefined {
  const at = getIndexExpression(column);
  const [first, final] = [periods[0], periods.at(-1)];
  if (!first || !final) return undefined;
  return column.storage === 'moment'
    ? sql<SqlBool>`(${at} >= ${first.from} and ${at} < ${final.to})`
    : sql<SqlBool>`(${at} >= ${first.day} and ${at} < ${final.nextDay})`;
}

/** Limits a query to the last periods of a date, up to today. */
export function limitToLast(scope: AggregateQuery, column: Column, by: Period, last: number): AggregateQuery {
  const expression = compileWithin(column, listPeriods(scope.services.config.timeZone, by, 0, Date.now(), last));
  return expression ? { ...scope, where: [...scope.where, { expression }] } : scope;
}

/**
 * Groups by days, weeks or months of a date, including empty periods. `last` asks for so many periods up to today.
 * Without it, they reach from the first to the last record, at most the latest MAX_PERIODS. Records without a date
 * follow as a group of their own.
 */
async function groupByPeriod(scope: AggregateQuery, column: Column, by: Period, last?: number): Promise<ReportGroups> {
  const zone = scope.services.config.timeZone;
  const at = getIndexExpression(column);
  const isMoment = column.storage === 'moment';
  const table = sql.table(scope.collection.table);
  const bounds = async (): Promise<AggregateRow> => {
    const ends = sql<AggregateRow>`select min(${at}) as least, max(${at}) as most from ${table} ${joinWhere(getExpressions(scope))}`;
    return (await runQuery(scope, ends))[0] ?? {};
  };
  const { least, most } = last ? { least: 0, most: Date.now() } : await bounds();
  const boundOf = (bound: unknown) => (isMoment || last ? Number(bound) : String(bound));
  const periods = most === null ? [] : listPeriods(zone, by, boundOf(least), boundOf(most), last ?? MAX_PERIODS);
  const startOf = ({ from, day }: Stretch) => (isMoment ? from : day);
  const [first] = periods;
  const within = compileWithin(column, periods);
  const place = compilePeriodIndex(periods.map(startOf), at, scope.services.store.kind);
  const tests = [...getExpressions(scope), ...(within ? [last ? within : sql`(${within} or ${at} is null)`] : [])];
  const rows = await runQuery(
    scope,
    sql`select ${place} as place, ${selectMeasures(scope)} from ${table} ${joinWhere(tests)} group by 1`,
  );
  const byPlace = new Map(rows.map((row) => [row.place ?? null, row]));
  const groups = periods.map(
    ({ day }, at): ReportGroup => ({ value: day, values: toMeasureValues(scope, byPlace.get(at)) }),
  );
  const undated = byPlace.get(null);
  if (undated) groups.push({ value: null, values: toMeasureValues(scope, undated) });
  const more = !last && first !== undefined && boundOf(least) < startOf(first);
  return { groups, total: more ? await aggregateRecords(scope) : combineTotals(scope, rows), more };
}

/** Groups by the values of a column, or by the periods of a moment. */
export const groupRecords = (scope: AggregateQuery, column: Column, { by, last }: Grouping): Promise<ReportGroups> =>
  by ? groupByPeriod(scope, column, by, last) : groupByValue(scope, column);
