import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'ra-core';

export interface ListQuery {
  value: Pick<SavedQuery['value'], 'filter' | 'sort'>;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns a function that finds the query that the list shows currently, and the person's saved queries. */
export function useCurrentQuery() {
  const { resource, filterValues, sort } = useListContext();
  const [saved] = useSavedQueries(resource);
  const queries = extractValidSavedQueries(saved);
  const findCurrent = <Q extends ListQuery>(among: readonly Q[]): Q | undefined =>
    among.find(({ value }) => isEqual(value.filter, filterValues) && isEqual(value.sort, sort));
  return { queries, current: findCurrent(queries), findCurrent };
}
