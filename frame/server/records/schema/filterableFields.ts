import { getFilterOperator, getFilters } from '../../../config/listFilters.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { getRowRule } from '../../../config/rowRules.ts';
import { isMe } from '../../../where/symbols.ts';
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

/** Finds the column that holds the owner, if the row rule of a role is only that. */
export function findOwnerColumn(
  { resource, columns }: Pick<Collection, 'resource' | 'columns'>,
  role: string,
): Column | undefined {
  const rule = getRowRule(resource, role as Role);
  if (rule?.kind !== 'compare' || rule.operator !== 'equals' || !isMe(rule.value)) return undefined;
  return columns.find(({ name }) => name === rule.path.join('.'));
}
