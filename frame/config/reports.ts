import type { Label } from '../fields/kind.ts';
import type { Role } from '../wire/call.ts';
import type { AnyResource } from './resource.ts';
import { mayDo } from './resource.ts';
import type { RowRule } from './rowRules.ts';

/** The stretches of time that a date is grouped by; a week begins on Monday. */
export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** What is reckoned of a field's numbers. */
export const AGGREGATES = ['sum', 'average', 'min', 'max'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** How many records there are, or an aggregate of a field: `{ sum: 'price' }`. */
export type MeasureConfig<N extends string> = 'count' | { readonly [A in Aggregate]?: N };

export const DISPLAYS = ['figure', 'table', 'chart'] as const;

/** A question about a collection's records, answered in numbers. */
export interface ReportConfig<N extends string> {
  label: Label;
  /** What is shown of each group; their number where left out. */
  measures?: readonly MeasureConfig<N>[];
  /** A field whose values are told apart; a date by its periods, the `last` ones where that is said. */
  groupBy?: N | { field: N; by?: Period; last?: number };
  /** Only records that meet this rule. */
  rows?: RowRule<N>;
  /** Filters of the list, by name, that whoever reads it may set. */
  filters?: readonly string[];
  /** A figure where nothing is grouped, else a chart. */
  display?: (typeof DISPLAYS)[number];
  /** Of the roles that may list the records; all of them where left out. */
  roles?: readonly Role[];
  /** On whose dashboard it stands. */
  dashboard?: readonly Role[];
}

/** A measure as replies name it: `count`, `sum_price`. */
export interface Measure {
  name: string;
  /** Undefined for the number of records. */
  of?: { aggregate: Aggregate; field: string };
}

export function getMeasures({ measures = ['count'] }: ReportConfig<string>): Measure[] {
  return measures.flatMap((one): Measure[] => {
    if (one === 'count') return [{ name: 'count' }];
    return AGGREGATES.flatMap((aggregate) => {
      const field = one[aggregate];
      return field === undefined ? [] : [{ name: `${aggregate}_${field}`, of: { aggregate, field } }];
    });
  });
}

/** What a report is grouped by; undefined where it is one figure for each measure. */
export const getGrouping = ({
  groupBy,
}: ReportConfig<string>): { field: string; by?: Period; last?: number } | undefined =>
  typeof groupBy === 'string' ? { field: groupBy } : groupBy;

export const getDisplay = (report: ReportConfig<string>) => report.display ?? (report.groupBy ? 'chart' : 'figure');

/** Whether a role is given a report. */
export const mayReadReport = (resource: AnyResource, role: Role, { roles }: ReportConfig<string>): boolean =>
  mayDo(resource, role, 'list') && (roles?.includes(role) ?? true);

/** The reports that a role is given, by name. */
export const listReportsFor = (resource: AnyResource, role: Role) =>
  Object.entries(resource.reports ?? {}).filter(([, report]) => mayReadReport(resource, role, report));
