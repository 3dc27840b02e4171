import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Storage } from '../../fields/kind.ts';
import type { Period } from '../base/time.ts';
import type { Column } from './collection.ts';
import { LONGEST, NO_DAY, NONE, rowsIn, type Tally, talliesOf } from './counts.ts';
import { endOf } from './ends.ts';
import type { Row, Scope } from './reckoning.ts';
import { summed } from './summing.ts';

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

const where = (tests: readonly RawBuilder<SqlBool>[]) =>
  tests.length > 0 ? sql`where ${sql.join(tests, sql` and `)}` : sql``;

/** Of all records together. */
export function keptFigure(scope: Scope): Kept {
  const tally = scope.collection.placed ? undefined : tallyFor(scope);
  const kept = tally && keptMeasures(scope, tally);
  const rows = kept && rowsIn(tally, scope.where);
  return rows && sql`select ${kept.measures} from ${sql.table(tally.table)} ${where(rows)}`;
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
    sql`select ${grouped} as grouped, ${kept.measures} from ${sql.table(tally.table)} ${where(rows)}
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
  const table = sql.table(tally.table);
  const all = (...tests: RawBuilder<SqlBool>[]) => where([...rows, ...tests]);
  const end = (order: 'asc' | 'desc') => sql`(select day from ${table}
    ${all(sql`day > ${NONE}`, sql`day < ${NO_DAY}`)} group by day having ${present} <> 0 order by day ${sql.raw(order)} limit 1)`;
  return {
    bounds: sql`select ${end('asc')} as least, ${end('desc')} as most,
      (select ${present} from ${table} ${all(sql`day = ${NO_DAY}`)} having ${present} <> 0) as odd`,
    of: (periods) => {
      const buckets = periods.map(({ day, until }) => sql`(${sql.lit(day)}, ${sql.lit(day)}, ${sql.lit(until)})`);
      return sql`with periods (period, since, until) as (values ${sql.join(buckets)})
        select period, ${kept.measures} from periods cross join ${table}
        ${all(sql`day >= since`, sql`day < until`)} group by period`;
    },
    within: (from, until) =>
      sql`select ${kept.measures} from ${table} ${all(sql`day >= ${from}`, sql`day < ${until}`)}`,
    undated: sql`select ${present} as found, ${kept.measures} from ${table} ${all(sql`day = ${NONE}`)}`,
  };
}
