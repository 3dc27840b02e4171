import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../store/open.ts';
import type { Column } from './collection.ts';
import { quoted } from './derived.ts';

/**
 * How numbers are summed up: by integers alone, so that what is added and taken away again leaves nothing behind. A
 * fraction is kept as its integer part and two parts of 32 bits each, always the same of the same number.
 */
const PART = 4_294_967_296;
/** Of greater numbers a few million would not fit into the databases' integers, and of lesser ones the parts would hold too little: they are counted, and read from the records. */
const GREATEST = 1e12;
const LEAST = 0.000_001;

const isInteger = ({ storage, field }: Column): boolean =>
  ['cents', 'integer'].includes(storage) || (storage === 'real' && (field as { integer?: boolean }).integer === true);

/** Whether sums of a column are kept. */
export const isSummed = (column: Column): boolean => isInteger(column) || column.storage === 'real';

/** How many records have the number. */
export const numberOf = ({ value }: Column): string => `n_${value}`;
const sumOf = ({ value }: Column): string => `sum_${value}`;
const partsOf = ({ value }: Column) => [`part1_${value}`, `part2_${value}`] as const;
/** How many have one that is not summed. */
const oddOf = ({ value }: Column): string => `odd_${value}`;

/** The columns that keep a column's sums, each with what a record adds to it; `n_` counts the records that have a number. */
export function keptOf(column: Column, kind: DatabaseKind): [name: string, of: string][] {
  const postgres = kind === 'postgres';
  const value = quoted(column.value);
  const number: [string, string] = [numberOf(column), `case when ${value} is not null then 1 end`];
  if (isInteger(column)) return [[sumOf(column), postgres ? `${value}::numeric` : value], number];
  const truncated = (one: string) => (postgres ? `trunc(${one})` : `cast(${one} as integer)`);
  const rest = (one: string) => `((${one}) - ${truncated(one)}) * ${PART}`;
  const [first, second] = partsOf(column);
  const fits = `(${value} = 0 or abs(${value}) between ${LEAST} and ${GREATEST})`;
  const summed = (one: string) => `case when ${fits} then ${truncated(one)}${postgres ? '::numeric' : ''} end`;
  return [
    [sumOf(column), summed(value)],
    [first, summed(rest(value))],
    [second, summed(rest(rest(value)))],
    [oddOf(column), `case when not ${fits} then 1 end`],
    number,
  ];
}

/** What is kept of a column in a row or some, summed up: missing where no record has a number. */
export interface Summed {
  /** For a reply: cents as a text, as a number of JavaScript's would not hold every sum that the databases' integers do. */
  shown: RawBuilder<unknown>;
  /** To sort by. */
  sum: RawBuilder<unknown>;
  number: RawBuilder<unknown>;
  /** How many numbers it leaves out; undefined where it leaves out none. */
  odd?: RawBuilder<unknown>;
}

export function summed(column: Column): Summed {
  const all = (name: string) => sql`sum(${sql.ref(name)})`;
  const number = all(numberOf(column));
  const present = (sum: RawBuilder<unknown>) => sql`case when ${number} <> 0 then ${sum} end`;
  if (isInteger(column)) {
    const sum = present(all(sumOf(column)));
    return { shown: sql`cast(${sum} as text)`, sum: sql`(${sum})`, number };
  }
  const real = (name: string) => sql`cast(${all(name)} as double precision)`;
  const [first, second] = partsOf(column);
  const part = sql.raw(`${PART}.0`);
  const sum = present(sql`${real(sumOf(column))} + (${real(first)} + ${real(second)} / ${part}) / ${part}`);
  return { shown: sum, sum: sql`(${sum})`, number, odd: all(oddOf(column)) };
}
