import type { Label } from '../fields/kind.ts';
import type { Where } from '../where/where.ts';
import type { Role } from '../wire/call.ts';
import { mayDo } from './rights.ts';
import type { AnyResource } from './types/anyResource.ts';

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

export const DISPLAYS = ['figure', 'table', 'chart'] as const;

/** Aggregates over the records of a collection. */
export interface ReportConfig<N extends string, R extends object = Record<string, unknown>> {
  label: Label;
  /** Default: the number of records. */
  measures?: readonly MeasureConfig<N, R>[];
  /** Field to group by; for dates a period, limited to the `last` ones. */
  groupBy?: N | { field: N; by?: Period; last?: number };
  /** Choice, toggle or reference whose values are the columns. */
  splitBy?: N;
  /** Reports of other resources with the same groups (`invoices.byCustomer`), whose measures are further columns. */
  beside?: readonly string[];
  /** Only records that match. */
  where?: Where<R>;
  /** Names of list filters that readers may set. */
  filters?: readonly string[];
  /** Default: a figure without groups, a table if split, else a chart. */
  display?: (typeof DISPLAYS)[number];
  /** Readers. Default: all roles that may list the records. */
  roles?: readonly Role[];
  /** Roles that see the report on their dashboard. */
  dashboard?: readonly Role[];
}

/** Measure as named in replies: `count`, `count_urgent`, `sum_price`. */
export interface Measure {
  name: string;
  /** Undefined for the number of records. */
  of?: { aggregate: Aggregate; field: string };
  /** Only records that match count. */
  where?: Where<Record<string, unknown>>;
}

/** Returns the measures of a report: those of the config, or the number of records. */
export function getMeasures({ measures = ['count'] }: ReportConfig<string>): Measure[] {
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

/** Returns the grouping, or undefined for a report with single figures. */
export const getGrouping = ({ groupBy }: ReportConfig<string>): Grouping | undefined =>
  typeof groupBy === 'string' ? { field: groupBy } : groupBy;

/** Lists the fields that a report reads. */
export const getReportFields = (config: ReportConfig<string>): string[] => {
  const fields = [...getMeasures(config).map(({ of }) => of?.field), getGrouping(config)?.field, config.splitBy];
  return fields.filter((field) => field !== undefined);
};

/** A report of another resource, whose measures are columns of a report. */
interface BesideReport {
  resource: AnyResource;
  name: string;
  config: ReportConfig<string>;
}

/** Finds the reports of `beside`. Those of resources that the host lacks are left out. */
export const findBeside = ({ beside = [] }: ReportConfig<string>, all: readonly AnyResource[]): BesideReport[] =>
  beside.flatMap((path): BesideReport | [] => {
    const [resourceName, name = ''] = path.split('.');
    const resource = all.find((one) => one.name === resourceName);
    const config = resource?.reports?.[name];
    return resource && config ? { resource, name, config } : [];
  });

/** Prefix of the measures of a `beside` report in replies. */
export const getBesidePrefix = ({ name }: Pick<AnyResource, 'name'>) => `${name}_`;

export const getDisplay = ({ display, groupBy, splitBy }: ReportConfig<string>) =>
  display ?? (splitBy ? 'table' : groupBy ? 'chart' : 'figure');

export const mayReadReport = (resource: AnyResource, role: Role, { roles }: ReportConfig<string>): boolean =>
  mayDo(resource, role, 'list') && (roles?.includes(role) ?? true);

/** Lists the reports a role may read, with their names. */
export const listReportsFor = (resource: AnyResource, role: Role) =>
  Object.entries(resource.reports ?? {}).filter(([, report]) => mayReadReport(resource, role, report));
