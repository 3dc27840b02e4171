import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useGetList, useListContext } from 'ra-core';
import { readsCollection } from '../../dataProvider/readsCollection.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** The host's real page size by resource and requested size, per query client. */
const hostPageSizes = new WeakMap<QueryClient, Map<string, number>>();

/**
 * Returns the real page size of the list. Hosts may choose their own, visible on any page but the last. If only the
 * last page is known, the one before is fetched; until then the requested size applies.
 */
export function usePageSize(): number {
  const { resource, role } = useView();
  const client = useQueryClient();
  const seen = hostPageSizes.get(client) ?? new Map<string, number>();
  hostPageSizes.set(client, seen);
  const {
    data = [],
    page = 1,
    perPage = 0,
    sort,
    filterValues,
    hasNextPage,
    isPlaceholderData,
  } = useListContext<AnyRecord>();
  const key = `${resource.name} ${perPage}`;
  const unpaged = readsCollection(resource) || resource.api?.list?.[role]?.unpaged === true;
  const full = !unpaged && hasNextPage === true && !isPlaceholderData && data.length > 0;
  if (full) seen.set(key, data.length);
  const cached = unpaged ? perPage : seen.get(key);
  const before = useGetList<AnyRecord>(
    resource.name,
    { pagination: { page: page - 1, perPage }, sort, filter: filterValues },
    { enabled: cached === undefined && page > 1 && data.length > 0 && !isPlaceholderData },
  );
  const rows = before.data?.length;
  if (cached === undefined && rows) seen.set(key, rows);
  return cached ?? (rows || perPage);
}
