import { asEntry } from '../../config/entries.ts';
import { groupingOf, type ReportConfig } from '../../config/reports.ts';
import type { AnyResource, FilterConfig } from '../../config/resource.ts';
import { partsOf, type RowRule, rulesOf } from '../../config/rows.ts';
import type { Collection, Column } from './collection.ts';

/** The filters of a resource by the name they have in a list call. */
export function filtersOf({ list }: AnyResource): Map<string, FilterConfig<string>> {
  const filters = (list.filters ?? []).map((one) => asEntry<FilterConfig<string>>(one));
  return new Map(filters.map((one) => [one.name ?? one.field, one]));
}

/** The columns of the texts that are searched for a part of them, but for those that are sought where they are read. */
export function searchedColumns({ resource, columns }: Pick<Collection, 'resource' | 'columns'>): string[] {
  const filters = [...filtersOf(resource).values()].filter(
    ({ field, test }) => (test ?? (resource.fields[field]?.kind.filter || undefined)?.test) === 'contains',
  );
  const searched = new Set([...(resource.list.search ?? []), ...filters.map(({ field }) => field)]);
  return columns.flatMap(({ name, key, lookup }) => (key && !lookup?.sought && searched.has(name) ? [key] : []));
}

/** The fields that records are read in the order of: lists are sorted by them, or reports tell their periods apart. */
export const sortableOf = ({ list, reports }: AnyResource) =>
  new Set<string | undefined>([
    ...(list.sortable ?? []),
    list.sort?.field,
    ...Object.values(reports ?? {}).map((report) => {
      const grouping = groupingOf(report);
      return grouping && 'by' in grouping ? grouping.field : undefined;
    }),
  ]);

export const sortedOrFiltered = (resource: AnyResource) =>
  new Set<string | undefined>([
    ...sortableOf(resource),
    ...[...filtersOf(resource).values()].map(({ field }) => field),
  ]);

/** Whether lists are narrowed to single values of a field: by a filter, a reference or a row rule. */
export function isNarrowing({ resource }: Pick<Collection, 'resource'>, { name, field, links }: Column): boolean {
  if (links) return false;
  const tests = [...filtersOf(resource).values()]
    .filter((one) => one.field === name)
    .map(({ test }) => test ?? (field.kind.filter || undefined)?.test ?? 'equals');
  if (field.kind.name === 'reference' || ruledBy(resource).has(name) || tests.includes('equals')) return true;
  return reportedBy(resource).has(name);
}

/** The fields whose single values reports tell apart, or narrow to. */
export const reportedBy = ({ reports = {} }: AnyResource): Set<string | undefined> =>
  new Set(
    Object.values(reports).flatMap((report: ReportConfig<string>) => {
      const grouping = groupingOf(report);
      const ruled = report.rows ? [...partsOf(report.rows as RowRule)].map(([path]) => path) : [];
      return [...ruled, ...(grouping && !('by' in grouping && grouping.by) ? [grouping.field] : [])];
    }),
  );

/** The fields that row rules begin with. */
export const ruledBy = (resource: AnyResource) =>
  new Set(
    Object.keys(resource.roles)
      .flatMap((role) => rulesOf(resource, role).flatMap((rule) => [...partsOf(rule)]))
      .map(([path]) => path.split('.')[0]),
  );
