import { useQuery } from '@tanstack/react-query';
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'ra-core';
import { callQuery } from '../../dataProvider/callQuery.ts';
import { isOffered } from '../../session/session.ts';
import { readSharedQueries, sharedQueryCalls } from '../../wire/calls/sharedQueryCalls.ts';

export const SHARED_QUERIES_KEY = ['sharedQueries'];
const { sharedQueries } = sharedQueryCalls;

export interface ListQuery {
  value: Pick<SavedQuery['value'], 'filter' | 'sort'>;
}

export const areQueriesShared = (): boolean => isOffered(sharedQueries);

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns saved and (once `enabled`) shared queries of the list, and those that it shows currently. */
export function useListQueries(enabled: boolean) {
  const { resource, filterValues, sort } = useListContext();
  const [saved] = useSavedQueries(resource);
  const { data = [] } = useQuery({
    ...callQuery(SHARED_QUERIES_KEY, sharedQueries, readSharedQueries),
    enabled: enabled && areQueriesShared(),
  });
  const queries = extractValidSavedQueries(saved);
  const shared = data.filter((one) => one.resource === resource);
  const isCurrent = ({ value }: ListQuery) => isEqual(value.filter, filterValues) && isEqual(value.sort, sort);
  return { queries, shared, current: queries.find(isCurrent), currentShared: shared.find(isCurrent) };
}
