import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type DataProvider, type GetListResult, type SortPayload, useDataProvider } from 'ra-core';
import { useCallback } from 'react';
import type { AnyRecord } from '../wire/binding.ts';

export interface ListQuery {
  page: number;
  perPage: number;
  sort: SortPayload;
  filter: Record<string, unknown>;
}

/** The query as ra-core's useGetList names it, and what it asks the data provider for. */
function named(name: string, { page, perPage, sort, filter }: ListQuery) {
  const asked = { pagination: { page, perPage }, sort, filter };
  return { asked, queryKey: [name, 'getList', { ...asked, meta: undefined }] };
}

/**
 * Fetches a page of a list before the list asks for it, which then finds it there. What goes wrong is reported when the
 * list asks itself, but for a session that is over: that is for react-admin's `dataProvider`, the hook's, to see to.
 */
export function prefetchPage(
  client: QueryClient,
  dataProvider: DataProvider,
  name: string,
  query: ListQuery,
): Promise<void> {
  const { asked, queryKey } = named(name, query);
  return client.prefetchQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.getList(name, { ...asked, signal }),
  });
}

/** fetchAhead for the lists of one resource. */
export function usePrefetchPage(name: string): (query: ListQuery) => void {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  return useCallback((query) => void prefetchPage(client, dataProvider, name, query), [client, dataProvider, name]);
}

/** The page of a list that is there already, fetched ahead or seen before. */
export const getCachedPage = (
  client: QueryClient,
  name: string,
  query: ListQuery,
): GetListResult<AnyRecord> | undefined => client.getQueryData(named(name, query).queryKey);
