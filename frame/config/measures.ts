import type { Where } from '../where/where.ts';

/** Periods of a date grouping. Weeks begin on Monday. */
export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export const AGGREGATES = ['sum', 'average', 'min', 'max'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** Number of records, that of records that match, or an aggregate of a field: `{ sum: 'price' }`. */
export type MeasureConfig<N extends string, R extends object = Record<string, unknown>> =
  | 'count'
  | { readonly count: string; readonly where: Where<R> }
  | { readonly [A in Aggregate]?: N };

/** Aggregates over the records of a collection. */
export interface AggregateConfig<N extends string, R extends object = Record<string, unknown>> {
  /** Default: the number of records. */
  measures?: readonly MeasureConfig<N, R>[];
  /** Field to group by; for dates a period, limited to the `last` ones. */
  groupBy?: N | { field: N; by?: Period; last?: number };
}

/** Measure as named in replies: `count`, `count_urgent`, `sum_price`. */
export interface Measure {
  name: string;
  /** Undefined for the number of records. */
  of?: { aggregate: Aggregate; field: string };
  /** Only records that match count. */
  where?: Where<Record<string, unknown>>;
}

/** Returns the measures of a config, or the number of records. */
export function getMeasures({ measures = ['count'] }: AggregateConfig<string>): Measure[] {
  return measures.flatMap((one): Measure[] => {
    if (one === 'count') return [{ name: 'count' }];
    if ('count' in one) return [{ name: `count_${one.count}`, where: one.where }];
    return AGGREGATES.flatMap((aggregate) => {
      const field = one[aggregate];
      return field === undefined ? [] : [{ name: `${aggregate}_${field}`, of: { aggregate, field } }];
    });
  });
}

/** Grouping by a field; `by` groups moments into the `last` periods. */
export interface Grouping {
  field: string;
  by?: Period;
  last?: number;
}

/** Returns the grouping, or undefined for single figures. */
export const getGrouping = ({ groupBy }: AggregateConfig<string>): Grouping | undefined =>
  typeof groupBy === 'string' ? { field: groupBy } : groupBy;

/** Lists the fields that measures and grouping read. */
export const getMeasuredFields = (config: AggregateConfig<string>): string[] => {
  const fields = [...getMeasures(config).map(({ of }) => of?.field), getGrouping(config)?.field];
  return fields.filter((field) => field !== undefined);
};
