import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { SortPayload } from 'ra-core';
import { useCallback } from 'react';
import { dataProvider } from './index.ts';

interface ListQuery {
  page: number;
  perPage: number;
  sort: SortPayload;
  filter: Record<string, unknown>;
}

/**
 * Fetches a page of a list before the list asks for it, which then finds it there: the query is named as ra-core's
 * useGetList names it. What goes wrong is told when the list asks itself.
 */
export function fetchAhead(
  client: QueryClient,
  name: string,
  { page, perPage, sort, filter }: ListQuery,
): Promise<void> {
  const asked = { pagination: { page, perPage }, sort, filter };
  return client.prefetchQuery({
    queryKey: [name, 'getList', { ...asked, meta: undefined }],
    queryFn: ({ signal }) => dataProvider.getList(name, { ...asked, signal }),
  });
}

/** fetchAhead for the lists of one resource. */
export function useFetchAhead(name: string): (query: ListQuery) => void {
  const client = useQueryClient();
  return useCallback((query) => void fetchAhead(client, name, query), [client, name]);
}
