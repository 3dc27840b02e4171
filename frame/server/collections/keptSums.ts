import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Storage } from '../../fields/kind.ts';
import type { Period } from '../base/time.ts';
import type { Column } from './collection.ts';
import { LONGEST, NO_DAY, NONE, rowsIn, type Tally, talliesOf } from './counts.ts';
import { keyText } from './countTables.ts';
import type { Day } from './days.ts';
import { endOf } from './ends.ts';
import type { Row, Scope } from './reckoning.ts';
import { keptOf, summed } from './summing.ts';

/**
 * What reports reckon by the sums that are kept (counts.ts), without reading a record; undefined where these do not suffice.
 * A row whose `odd` is not 0 leaves something out: then the records are to be read after all.
 */
type Kept = RawBuilder<Row> | undefined;

interface KeptMeasures {
  /** As `measured` of the records names them. */
  measures: RawBuilder<unknown>;
  /** The first one, to sort by. */
  first: RawBuilder<unknown>;
}

const present = sql`sum(total)`;

/** What a key, which is a text, is the value of. */
const TYPES: Partial<Record<Storage, string>> = {
  ...{ flag: 'integer', integer: 'bigint', cents: 'bigint', real: 'double precision' },
};

type Group = { column: Column; value: RawBuilder<unknown> };

function keptMeasures(
  { services, collection, measures, where }: Scope,
  tally: Tally,
  group?: Group,
): KeptMeasures | undefined {
  const parts: RawBuilder<unknown>[] = [];
  const orders: RawBuilder<unknown>[] = [];
  const odd = where.some(({ days }) => days) ? [sql`sum(case when day = ${NO_DAY} then total end)`] : [];
  // Texts that were cut may be several: they are told apart among the records.
  if (group && group.column === tally.value && group.column.storage === 'text')
    odd.push(sql`sum(case when length(${group.value}) >= ${LONGEST} then total end)`);
  for (const [at, { of }] of measures.entries()) {
    const as = sql.ref(`m${at}`);
    if (!of) {
      parts.push(sql`${present} as ${as}`);
      orders.push(present);
      continue;
    }
    const column = collection.columns.find(({ name }) => name === of.field);
    if (!column) return undefined;
    if (of.aggregate === 'min' || of.aggregate === 'max') {
      const end = endOf({ collection, kind: services.store.kind, where, group }, column, of.aggregate);
      if (!end) return undefined;
      parts.push(sql`${end} as ${as}`);
      orders.push(end);
      continue;
    }
    if (!tally.sums.some(({ name }) => name === of.field)) return undefined;
    const sums = summed(column);
    parts.push(sql`${sums.shown} as ${as}`);
    if (of.aggregate === 'average') parts.push(sql`${sums.number} as ${sql.ref(`n${at}`)}`);
    orders.push(of.aggregate === 'average' ? sql`${sums.sum} * 1.0 / nullif(${sums.number}, 0)` : sums.sum);
    if (sums.odd) odd.push(sums.odd);
  }
  const [first] = orders;
  if (odd.length > 0)
    parts.push(
      sql`${sql.join(
        odd.map((one) => sql`coalesce(${one}, 0)`),
        sql` + `,
      )} as odd`,
    );
  return first && { measures: sql.join(parts), first };
}

/** The tally for records which are narrowed so: that of a date's days where they are narrowed to some; of a text or number that of its values. */
function tallyFor({ collection, where }: Scope, grouped?: Column): Tally | undefined {
  const [all, ...others] = talliesOf(collection);
  const days = where.find((one) => one.days)?.days;
  if (days) return others.find(({ day }) => day === days.column);
  return others.find(({ value }) => value && value === grouped) ?? all;
}

/**
 * Where sums are read from: the rows of a tally that meet these tests; with `periods` each beside the period that its day
 * is of. Of a day of which a condition leaves a part, the records that it leaves stand there as such rows do.
 */
function keptRows(
  scope: Scope,
  tally: Tally,
  rows: readonly RawBuilder<SqlBool>[],
  tests: readonly RawBuilder<SqlBool>[] = [],
  periods?: readonly Period[],
): RawBuilder<unknown> {
  const table = sql.table(tally.table);
  const within = periods ? [sql<SqlBool>`day >= since`, sql<SqlBool>`day < until`] : tests;
  const kept = sql`from ${periods ? sql`periods cross join ` : sql``}${table} ${where([...rows, ...within])}`;
  const parts = scope.where.flatMap(({ days }) => days?.part ?? []);
  if (parts.length === 0) return kept;
  const [names, ofRecords] = recordRows(scope, tally, parts, periods);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  return sql`from (select ${columns} ${kept} union all
    select ${columns} from (${ofRecords}) as records ${where(tests)}) as ${table}`;
}

const where = (tests: readonly RawBuilder<unknown>[]) =>
  tests.length > 0 ? sql`where ${sql.join(tests, sql` and `)}` : sql``;

/** The records of these days that all conditions leave, each as a tally's row would have it, with the names of its columns. */
function recordRows(
  { services, collection, where: conditions }: Scope,
  { references, choices, sums, day, value }: Tally,
  parts: readonly Day[],
  periods: readonly Period[] = [],
): [names: readonly string[], rows: RawBuilder<unknown>] {
  const { kind } = services.store;
  const at = sql.ref(day?.value ?? '');
  const periodOf = (one: Day) => periods.find((period) => period.day <= one.day && one.day < period.until)?.day ?? null;
  const ofDay = (name: (one: Day) => string | null) =>
    sql`case ${sql.join(
      parts.map((one) => sql`when ${at} >= ${one.from} and ${at} < ${one.to} then ${sql.lit(name(one))}`),
      sql` `,
    )} end`;
  const columns: [string, RawBuilder<unknown>][] = [
    ...references.map((one): [string, RawBuilder<unknown>] => [
      one.value,
      sql`coalesce(${sql.ref(one.value)}, ${NONE})`,
    ]),
    ['day', ofDay(({ day: name }) => name)],
    ...choices.map((one): [string, RawBuilder<unknown>] => [one.value, sql.raw(keyText(one, value, kind))]),
    ['total', sql`1`],
    ...sums.flatMap((one) => keptOf(one, kind)).map(([name, of]): [string, RawBuilder<unknown>] => [name, sql.raw(of)]),
    ...(periods.length > 0 ? [['period', ofDay(periodOf)] as [string, RawBuilder<unknown>]] : []),
  ];
  const inParts = parts.map((one) => sql`(${at} >= ${one.from} and ${at} < ${one.to})`);
  const tests = [...conditions.map(({ test }) => sql`${test}`), sql`(${sql.join(inParts, sql` or `)})`];
  const selected = sql.join(columns.map(([name, one]) => sql`${one} as ${sql.ref(name)}`));
  return [columns.map(([name]) => name), sql`select ${selected} from ${sql.table(collection.table)} ${where(tests)}`];
}

/** Of all records together. */
export function keptFigure(scope: Scope): Kept {
  const tally = scope.collection.placed ? undefined : tallyFor(scope);
  const kept = tally && keptMeasures(scope, tally);
  const rows = kept && rowsIn(tally, scope.where);
  return rows && sql`select ${kept.measures} ${keptRows(scope, tally, rows)}`;
}

/** Of each value of a field, the greatest first, at most so many. */
export function keptGroups(scope: Scope, column: Column, most: RawBuilder<unknown>): Kept {
  const tally = scope.collection.placed ? undefined : tallyFor(scope, column);
  const isReference = tally?.references.includes(column);
  if (!tally || (!isReference && !tally.choices.includes(column))) return undefined;
  const value = sql.ref(`${tally.table}.${column.value}`);
  const plain = sql`nullif(${value}, ${isReference ? NONE : ''})`;
  const type = TYPES[column.storage];
  const grouped = type ? sql`cast(${plain} as ${sql.raw(type)})` : plain;
  const kept = keptMeasures(scope, tally, { column, value: grouped });
  const rows = kept && rowsIn(tally, scope.where, column);
  return (
    rows &&
    sql`select ${grouped} as grouped, ${kept.measures} ${keptRows(scope, tally, rows)}
      group by ${value} having ${present} <> 0 order by ${kept.first} desc nulls last, ${grouped} limit ${most}`
  );
}

export interface KeptPeriods {
  /** The first and the last day with records, and whether there are some of no day of the calendar. */
  bounds: RawBuilder<Row>;
  of(periods: readonly Period[]): RawBuilder<Row>;
  within(from: string, until: string): RawBuilder<Row>;
  undated: RawBuilder<Row>;
}

/** Of the days of a date. */
export function keptPeriods(scope: Scope, column: Column): KeptPeriods | undefined {
  if (scope.collection.placed) return undefined;
  const tally = talliesOf(scope.collection).find(({ day }) => day === column);
  const kept = tally && keptMeasures(scope, tally);
  const rows = kept && rowsIn(tally, scope.where);
  if (!rows) return undefined;
  const those = (...tests: RawBuilder<SqlBool>[]) => keptRows(scope, tally, rows, tests);
  const end = (order: 'asc' | 'desc') =>
    sql`(select day ${those(sql`day > ${NONE}`, sql`day < ${NO_DAY}`)} group by day having ${present} <> 0 order by day ${sql.raw(order)} limit 1)`;
  return {
    bounds: sql`select ${end('asc')} as least, ${end('desc')} as most,
      (select ${present} ${those(sql`day = ${NO_DAY}`)} having ${present} <> 0) as odd`,
    of: (periods) => {
      const buckets = periods.map(({ day, until }) => sql`(${sql.lit(day)}, ${sql.lit(day)}, ${sql.lit(until)})`);
      return sql`with periods (period, since, until) as (values ${sql.join(buckets)})
        select period, ${kept.measures} ${keptRows(scope, tally, rows, [], periods)} group by period`;
    },
    within: (from, until) => sql`select ${kept.measures} ${those(sql`day >= ${from}`, sql`day < ${until}`)}`,
    undated: sql`select ${present} as found, ${kept.measures} ${those(sql`day = ${NONE}`)}`,
  };
}
