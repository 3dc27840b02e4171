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

/** Keeps a form's record apart from a list's row in the query cache: rows lack child rows. */
export const FORM_META = { form: true };

/** Builds the query key of ra-core's useGetList and the matching parameters. */
function named(name: string, { page, perPage, sort, filter }: ListQuery) {
  const asked = { pagination: { page, perPage }, sort, filter };
  return { asked, queryKey: [name, 'getList', { ...asked, meta: undefined }] };
}

/** Prefetches a list page. Errors are left to the list that shows it. */
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

/** Returns prefetchPage for one resource. A 401 signs out, as with react-admin's own requests. */
export function usePrefetchPage(name: string): (query: ListQuery) => void {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  return useCallback((query) => void prefetchPage(client, dataProvider, name, query), [client, dataProvider, name]);
}

export const getCachedPage = (
  client: QueryClient,
  name: string,
  query: ListQuery,
): GetListResult<AnyRecord> | undefined => client.getQueryData(named(name, query).queryKey);
