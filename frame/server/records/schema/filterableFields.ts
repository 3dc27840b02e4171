import { toEntry } from '../../../config/entries.ts';
import type { AnyResource, FilterConfig } from '../../../config/resource.ts';
import { getRowRules, isMe, listConditions } from '../../../config/rowRules.ts';
import type { Collection, Column } from './collection.ts';

/** The filters of a resource by the name they have in a list call. */
export function getFilters({ list }: AnyResource): Map<string, FilterConfig<string>> {
  const filters = (list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  return new Map(filters.map((one) => [one.name ?? one.field, one]));
}

/** The columns of the texts that are searched for a part of them, but for those that are sought where they are read. */
export function getSearchedColumns({ resource, columns }: Pick<Collection, 'resource' | 'columns'>): string[] {
  const filters = [...getFilters(resource).values()].filter(
    ({ field, test }) => (test ?? (resource.fields[field]?.kind.filter || undefined)?.test) === 'contains',
  );
  const searched = new Set([...(resource.list.search ?? []), ...filters.map(({ field }) => field)]);
  return columns.flatMap(({ name, keyColumn, lookup }) =>
    keyColumn && !lookup?.searchedColumn && searched.has(name) ? [keyColumn] : [],
  );
}

/** The fields that lists are sorted by. */
export const getSortableFields = ({ list }: AnyResource) =>
  new Set<string | undefined>([...(list.sortable ?? []), list.sort?.field]);

export const getSortedOrFilteredFields = (resource: AnyResource) =>
  new Set<string | undefined>([
    ...getSortableFields(resource),
    ...[...getFilters(resource).values()].map(({ field }) => field),
  ]);

/** Whether lists are narrowed to single values of a field: by a filter, a reference or a row rule. */
export function isFilteredByValue(
  { resource }: Pick<Collection, 'resource'>,
  { name, field, linkTable }: Column,
): boolean {
  if (linkTable) return false;
  const tests = [...getFilters(resource).values()]
    .filter((one) => one.field === name)
    .map(({ test }) => test ?? (field.kind.filter || undefined)?.test ?? 'equals');
  return field.kind.name === 'reference' || getRuledFields(resource).has(name) || tests.includes('equals');
}

/** The field that tells whose a role's records are; undefined if a rule says more or nothing. */
export function findOwnerColumn(
  { resource, columns }: Pick<Collection, 'resource' | 'columns'>,
  role: string,
): Column | undefined {
  const [part, ...others] = getRowRules(resource, role).flatMap((rule) => [...listConditions(rule)]);
  const [name, value] = others.length === 0 && part ? part : [];
  return isMe(value) ? columns.find((one) => one.name === name && !one.idColumn) : undefined;
}

/** The fields that row rules begin with. */
export const getRuledFields = (resource: AnyResource) =>
  new Set(
    Object.keys(resource.roles)
      .flatMap((role) => getRowRules(resource, role).flatMap((rule) => [...listConditions(rule)]))
      .map(([path]) => path.split('.')[0]),
  );
