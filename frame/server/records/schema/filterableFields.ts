import { toEntry } from '../../../config/app/entries.ts';
import type { AnyResource, FilterConfig } from '../../../config/resource.ts';
import { getRowRules, isMe, listConditions } from '../../../config/rowRules.ts';
import type { Collection, Column } from './collection.ts';

/** Returns the filters of a resource by their name in list calls. */
export function getFilters({ list }: AnyResource): Map<string, FilterConfig<string>> {
  const filters = (list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  return new Map(filters.map((one) => [one.name ?? one.field, one]));
}

/** Returns the key columns that `contains` searches, without lookups that are searched at their source. */
export function getSearchedColumns({ resource, columns }: Pick<Collection, 'resource' | 'columns'>): string[] {
  const filters = [...getFilters(resource).values()].filter(
    ({ field, test }) => (test ?? (resource.fields[field]?.kind.filter || undefined)?.test) === 'contains',
  );
  const searched = new Set([...(resource.list.search ?? []), ...filters.map(({ field }) => field)]);
  return columns.flatMap(({ name, keyColumn, lookup }) =>
    keyColumn && !lookup?.searchedColumn && searched.has(name) ? [keyColumn] : [],
  );
}

export const getSortableFields = ({ list }: AnyResource) =>
  new Set<string | undefined>([...(list.sortable ?? []), list.sort?.field]);

export const getSortedOrFilteredFields = (resource: AnyResource) =>
  new Set<string | undefined>([
    ...getSortableFields(resource),
    ...[...getFilters(resource).values()].map(({ field }) => field),
  ]);

/** True if lists are filtered by single values of a field: by a filter, reference or row rule. */
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

/** Finds the column that holds the owner, if the row rule of a role is only that. */
export function findOwnerColumn(
  { resource, columns }: Pick<Collection, 'resource' | 'columns'>,
  role: string,
): Column | undefined {
  const [part, ...others] = getRowRules(resource, role).flatMap((rule) => [...listConditions(rule)]);
  const [name, value] = others.length === 0 && part ? part : [];
  return isMe(value) ? columns.find((one) => one.name === name && !one.idColumn) : undefined;
}

/** Returns the fields at the start of row rule paths. */
export const getRuledFields = (resource: AnyResource) =>
  new Set(
    Object.keys(resource.roles)
      .flatMap((role) => getRowRules(resource, role).flatMap((rule) => [...listConditions(rule)]))
      .map(([path]) => path.split('.')[0]),
  );
