import { useQuery } from '@tanstack/react-query';
import { callQuery, isOffered } from 'portal-frame/browser';
import { useListContext } from 'ra-core';
import { readSharedQueries, sharedQueryCalls } from '../sharedQueryCalls.ts';
import { useCurrentQuery } from './useCurrentQuery.ts';

export const SHARED_QUERIES_KEY = ['sharedQueries'];
const { sharedQueries } = sharedQueryCalls;

export const areQueriesShared = (): boolean => isOffered(sharedQueries);

/** Returns saved and (once `enabled`) shared queries of the list, and those that it shows currently. */
export function useListQueries(enabled: boolean) {
  const { resource } = useListContext();
  const { queries, current, findCurrent } = useCurrentQuery();
  const { data = [] } = useQuery({
    ...callQuery(SHARED_QUERIES_KEY, sharedQueries, readSharedQueries),
    enabled: enabled && areQueriesShared(),
  });
  const shared = data.filter((one) => one.resource === resource);
  return { queries, shared, current, currentShared: findCurrent(shared) };
}
