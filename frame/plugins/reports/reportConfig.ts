import { type AnyResource, type Label, mayDo, type Role, type Where } from 'portal-frame';
import type { Keys } from 'portal-frame/keys';
import { getMeasuredFields, type MeasureConfig } from 'portal-frame/plugin';
import type { reportSchema } from './reportSchema.ts';

interface ReportParts<N extends string, R extends object> {
  field: N;
  measure: MeasureConfig<N, R>;
  where: Where<R>;
}

/** Aggregates over the records of a collection. */
export interface ReportConfig<N extends string, R extends object = Record<string, unknown>>
  extends Keys<typeof reportSchema, ReportParts<N, R>> {}

/** Lists the fields that a report reads. */
export const getReportFields = (config: ReportConfig<string>): string[] =>
  [...getMeasuredFields(config), config.splitBy].filter((field) => field !== undefined);

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

/** Lists the reports on a role's dashboard. */
export const listDashboardReports = (resources: readonly AnyResource[], role: Role) =>
  resources.flatMap((resource) =>
    listReportsFor(resource, role)
      .filter(([, { dashboard }]) => dashboard?.includes(role))
      .map(([name, report]) => ({ resource, name, report })),
  );

/** True if a preset gives a role a screen: for reports that no list shows as totals. */
export const hasReportScreen = (resource: AnyResource, role: Role): boolean =>
  listReportsFor(resource, role).some(([name]) => !resource.list.totals?.includes(name));

export const getReportLabel = ({ name, reports }: AnyResource, report: string): Label =>
  reports?.[report]?.label ?? `resources.${name}.reports.${report}`;

/** Fields that the server sets, besides those of the config. */
type SystemField = 'createdAt' | 'createdBy' | 'changedAt' | 'changedBy';

/** Without this import, an app's compiler would not meet the interfaces that are extended below. */
export type { ListKeys, PluginKeys, RoleKeys } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface PluginKeys<_N extends string, _T extends string, _R extends object> {
    /** Collections only. */
    reports?: {
      readonly [name: string]: ReportConfig<_N | SystemField, _R & Record<Exclude<SystemField, keyof _R>, string>>;
    };
  }
  interface ListKeys<_N extends string, _A extends string> {
    /** Collections: reports without groups, shown above the rows for the filters of the list. */
    totals?: readonly string[];
  }
  interface RoleKeys {
    /** Path of the report screen. */
    reports?: string;
  }
}
