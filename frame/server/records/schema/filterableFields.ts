import { getFilterOperator, getFilters } from '../../../config/listFilters.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { getRowRule } from '../../../config/rowRules.ts';
import { isMe } from '../../../where/symbols.ts';
import { listPaths } from '../../../where/where.ts';
import type { Role } from '../../../wire/call.ts';
import type { Collection, Column } from './collection.ts';

/** Returns the key columns that `contains` searches, without lookups that are searched at their source. */
export function getSearchedColumns({ resource, columns }: Pick<Collection, 'resource' | 'columns'>): string[] {
  const filters = [...getFilters(resource).values()].filter(
    (filter) => getFilterOperator(resource, filter) === 'contains',
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
  const operators = [...getFilters(resource).values()]
    .filter((one) => one.field === name)
    .map((filter) => getFilterOperator(resource, filter));
  // A moment is filtered by day.
  const isFiltered = operators.includes('equals') && field.kind.storage !== 'moment';
  return field.kind.name === 'reference' || getRuledFields(resource).has(name) || isFiltered;
}

/** Finds the column that holds the owner, if the row rule of a role is only that. */
export function findOwnerColumn(
  { resource, columns }: Pick<Collection, 'resource' | 'columns'>,
  role: string,
): Column | undefined {
  const rule = getRowRule(resource, role as Role);
  if (rule?.kind !== 'compare' || rule.operator !== 'equals' || !isMe(rule.value)) return undefined;
  return columns.find(({ name, idColumn }) => name === rule.path.join('.') && !idColumn);
}

/** Returns the fields at the start of row rule paths. */
export const getRuledFields = (resource: AnyResource) =>
  new Set(
    Object.keys(resource.roles).flatMap((role) => {
      const rule = getRowRule(resource, role as Role);
      return rule ? [...listPaths(rule)].map(({ path }) => path[0]) : [];
    }),
  );
