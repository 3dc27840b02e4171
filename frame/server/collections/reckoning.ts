import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Measure, Period } from '../../config/reports.ts';
import { periodsOf } from '../base/time.ts';
import type { Services } from '../services.ts';
import type { Collection, Column } from './collection.ts';
import type { Condition } from './counts.ts';
import { collectionDb } from './db.ts';
import { isEnd } from './ends.ts';
import { type KeptPeriods, keptFigure, keptGroups, keptPeriods } from './keptSums.ts';
import { sortsBy } from './keys.ts';

/** Groups that a report gives at most. */
const MOST_GROUPS = 100;
const MOST_PERIODS = 400;

/** What is reckoned, and of which records. */
export interface Scope {
  services: Services;
  collection: Collection;
  where: readonly Condition[];
  measures: readonly Measure[];
  /** Read by the server's own thread: an index of the table holds it ready, sooner than another thread is asked. */
  here?: true;
}

/** Numbers by the names of their measures; null where there is nothing to reckon with. */
type Numbers = Record<string, number | null>;
/** A group: its value, and what was reckoned of its records. */
export interface Reckoned {
  value: unknown;
  label?: string | null;
  values: Numbers;
}
export interface Groups {
  groups: Reckoned[];
  total: Numbers;
  /** There are more groups. */
  more: boolean;
}

export type Row = Record<string, unknown>;

const columnOf = ({ columns }: Collection, name: string) => columns.find((one) => one.name === name);

/** Each measure as SQL, in columns m0, m1 ...; an average as its sum and, in n0, n1 ..., of how many. */
function measured({ collection, measures }: Scope): RawBuilder<unknown> {
  const parts = measures.flatMap(({ of }, at) => {
    const as = sql.ref(`m${at}`);
    const column = of && columnOf(collection, of.field);
    if (!of || !column) return [sql`count(*) as ${as}`];
    const value = sql.ref(column.value);
    // Cents as a text: a number of JavaScript's would not hold every sum that the databases' integers do.
    const ofRecords = (sum: RawBuilder<unknown>) => (column.storage === 'real' ? sum : sql`cast(${sum} as text)`);
    if (of.aggregate === 'average')
      return [sql`${ofRecords(sql`sum(${value})`)} as ${as}`, sql`count(${value}) as ${sql.ref(`n${at}`)}`];
    return [sql`${ofRecords(sql`${sql.raw(of.aggregate)}(${value})`)} as ${as}`];
  });
  return sql.join(parts);
}

/** The measures of a row of that SQL; of no row those of no records. */
function numbersOf({ collection, measures }: Scope, row: Row = {}): Numbers {
  const figures = measures.map(({ name, of }, at): [string, number | null] => {
    const stored = row[`m${at}`] ?? null;
    if (!of) return [name, Number(stored ?? 0)];
    if (stored === null) return [name, of.aggregate === 'sum' ? 0 : null];
    const column = columnOf(collection, of.field);
    const value = of.aggregate === 'average' ? Number(stored) / Number(row[`n${at}`]) : Number(stored);
    return [name, column?.storage === 'cents' ? Math.round(value) / 100 : value];
  });
  return Object.fromEntries(figures);
}

const and = (tests: readonly RawBuilder<unknown>[]) =>
  tests.length > 0 ? sql`where ${sql.join(tests, sql` and `)}` : sql``;
const testsOf = ({ where }: Scope) => where.map(({ test }) => sql<SqlBool>`${test}`);

/** Read beside the server's own thread, unless it is to be read here. */
async function read({ services, here }: Scope, query: RawBuilder<Row>): Promise<Row[]> {
  if (here) return (await query.execute(collectionDb(services.db))).rows;
  return services.store.readers.read({ compile: () => query.compile(collectionDb(services.db)) });
}

/** The rows of what is kept; undefined where they leave something out. */
async function readKept(scope: Scope, query: RawBuilder<Row> | undefined): Promise<Row[] | undefined> {
  const rows = query && (await read(scope, query));
  return rows?.some(({ odd }) => Number(odd ?? 0) !== 0) ? undefined : rows;
}

/** The measures of all records together, or of those that `only` narrows them to. */
export async function reckon(scope: Scope, only: readonly RawBuilder<SqlBool>[] = []): Promise<Numbers> {
  const { collection } = scope;
  const kept = only.length === 0 ? await readKept(scope, keptFigure(scope)) : undefined;
  const ofRecords = sql<Row>`select ${measured(scope)} from ${sql.table(collection.table)} ${and([...testsOf(scope), ...only])}`;
  const [row] = kept ?? (await read(scope, ofRecords));
  return numbersOf(scope, row);
}

/** The measures of all records, of which these are all groups: the least of all is that of the groups' least. */
async function totalOf(scope: Scope, groups: readonly Reckoned[]): Promise<Numbers> {
  const measures = scope.measures.filter(({ of }) => !of || !isEnd(of.aggregate));
  const reckoned = measures.length > 0 ? await reckon({ ...scope, measures }) : {};
  const figures = scope.measures.map(({ name, of }): [string, number | null] => {
    if (!of || !isEnd(of.aggregate)) return [name, reckoned[name] ?? null];
    const ends = groups.flatMap(({ values }) => values[name] ?? []);
    return [name, ends.length > 0 ? Math[of.aggregate](...ends) : null];
  });
  return Object.fromEntries(figures);
}

/** What the greatest groups are chosen by: the first measure. */
function firstOf({ collection, measures }: Scope): RawBuilder<unknown> {
  const of = measures[0]?.of;
  const column = of && columnOf(collection, of.field);
  if (!of || !column) return sql`count(*)`;
  return sql`${sql.raw(of.aggregate === 'average' ? 'avg' : of.aggregate)}(${sql.ref(column.value)})`;
}

/** By a field's values: choices in their order, of others the greatest before. */
export async function groupsBy(scope: Scope, column: Column): Promise<Groups> {
  const value = sql.ref(column.value);
  const most = sql.lit(MOST_GROUPS + 1);
  const ofRecords = sql<Row>`select ${value} as grouped, ${measured(scope)} from ${sql.table(scope.collection.table)}
    ${and(testsOf(scope))} group by ${value} order by ${firstOf(scope)} desc nulls last, ${value} limit ${most}`;
  const rows = (await readKept(scope, keptGroups(scope, column, most))) ?? (await read(scope, ofRecords));
  const found = rows.map((row): Reckoned => {
    const stored = row.grouped ?? null;
    return { value: stored === null ? null : column.keeping.read(stored), values: numbersOf(scope, row) };
  });
  const { choices = [] } = column.field as { choices?: readonly unknown[] };
  const chosen = choices.map(
    (choice) => found.find(({ value }) => value === choice) ?? { value: choice, values: numbersOf(scope) },
  );
  const all = [...chosen, ...found.filter(({ value }) => !choices.includes(value))];
  const more = all.length > MOST_GROUPS;
  return { groups: all.slice(0, MOST_GROUPS), total: await (more ? reckon(scope) : totalOf(scope, all)), more };
}

/**
 * By the days, weeks or months of a date, each period in its place though it has no records; with `last` those up to
 * today, else from the first record to the last one, and those without a date behind.
 */
export async function periodsBy(scope: Scope, column: Column, by: Period, last?: number): Promise<Groups> {
  return (await periodsKept(scope, column, by, last)) ?? periodsRead(scope, column, by, last);
}

/** By the sums that are kept of each day; undefined where the records must be read. */
async function periodsKept(scope: Scope, column: Column, by: Period, last?: number): Promise<Groups | undefined> {
  const kept: KeptPeriods | undefined = scope.here ? undefined : keptPeriods(scope, column);
  if (!kept) return undefined;
  const zone = scope.services.config.timeZone;
  const [bounds] = (await readKept(scope, kept.bounds)) ?? [];
  if (!bounds) return undefined;
  const least = bounds.least as string | null | undefined;
  const periods = last
    ? periodsOf(zone, by, 0, Date.now(), last)
    : least
      ? periodsOf(zone, by, least, String(bounds.most), MOST_PERIODS)
      : [];
  const [earliest, latest] = [periods[0], periods.at(-1)];
  const rows = earliest ? await readKept(scope, kept.of(periods)) : [];
  if (!rows) return undefined;
  const byDay = new Map(rows.map((row) => [String(row.period), row]));
  const groups = periods.map(({ day }): Reckoned => ({ value: day, values: numbersOf(scope, byDay.get(day)) }));
  if (last) {
    const [total] = (await readKept(scope, kept.within(earliest?.day ?? '', latest?.until ?? ''))) ?? [];
    if (!total) return undefined;
    return { groups, total: numbersOf(scope, total), more: false };
  }
  const [undated] = (await readKept(scope, kept.undated)) ?? [];
  if (!undated) return undefined;
  if (Number(undated.found ?? 0) > 0) groups.push({ value: null, values: numbersOf(scope, undated) });
  return { groups, total: await reckon(scope), more: Boolean(earliest && least && least < earliest.day) };
}

async function periodsRead(scope: Scope, column: Column, by: Period, last?: number): Promise<Groups> {
  const { services, collection } = scope;
  const zone = services.config.timeZone;
  const at = sortsBy(column);
  const moments = column.storage === 'moment';
  const table = sql.table(collection.table);
  const [bounds] = last
    ? [{ least: 0, most: Date.now() }]
    : await read(scope, sql`select min(${at}) as least, max(${at}) as most from ${table} ${and(testsOf(scope))}`);
  const boundOf = (bound: unknown) => (moments || last ? Number(bound) : String(bound));
  const found = bounds?.most ?? null;
  const most = last ?? MOST_PERIODS;
  const periods = found === null ? [] : periodsOf(zone, by, boundOf(bounds?.least), boundOf(found), most);
  const start = (moments ? periods[0]?.from : periods[0]?.day) ?? 0;
  const end = (moments ? periods.at(-1)?.to : periods.at(-1)?.until) ?? 0;
  const within = last ? [sql<SqlBool>`${at} >= ${start}`, sql<SqlBool>`${at} < ${end}`] : [];
  const buckets = periods.map(({ day, until, from, to }) =>
    moments
      ? sql`(${sql.lit(day)}, ${sql.lit(from)}, ${sql.lit(to)})`
      : sql`(${sql.lit(day)}, ${sql.lit(day)}, ${sql.lit(until)})`,
  );
  // Each period looks its records up by the index of the date.
  const rows =
    buckets.length === 0
      ? []
      : await read(
          scope,
          sql`with periods (period, since, until) as (values ${sql.join(buckets)})
            select period, ${measured(scope)} from periods cross join ${table}
            ${and([sql`${at} >= since`, sql`${at} < until`, ...testsOf(scope)])} group by period`,
        );
  const byDay = new Map(rows.map((row) => [String(row.period), row]));
  const groups = periods.map(({ day }): Reckoned => ({ value: day, values: numbersOf(scope, byDay.get(day)) }));
  const [undated] = last
    ? []
    : await read(
        scope,
        sql`select count(*) as found, ${measured(scope)} from ${table}
          ${and([...testsOf(scope), sql`${sql.ref(column.value)} is null`])}`,
      );
  if (Number(undated?.found ?? 0) > 0) groups.push({ value: null, values: numbersOf(scope, undated) });
  const earliest = periods[0];
  const more = !last && earliest !== undefined && boundOf(bounds?.least) < (moments ? earliest.from : earliest.day);
  return { groups, total: await reckon(scope, within), more };
}
