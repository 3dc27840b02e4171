import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import type { AnyResource } from '../config/resource.ts';
import { plain } from '../dataProvider/whole.ts';
import type { AnyRecord } from '../wire/binding.ts';

/** How many records are offered, and how many pages of the newest are looked through for them. */
const MOST_FOUND = 8;
const MOST_PAGES = 20;
/** Milliseconds after the last key before the search starts, and that a page counts as fresh. */
const PAUSE = 250;
const FRESH = 60_000;

/**
 * The records of a resource whose field of `find` holds the text, in the order of its list. A host's list cannot be
 * asked by name (spec 7), so its pages are read one after the other until enough is found. Nothing is looked for where
 * there is no resource.
 */
export function useFind(resource: AnyResource | undefined, text: string) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(plain(text.trim())), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const name = resource?.name ?? '';
  const field = resource?.find?.field ?? '';
  const order = { sort: resource?.list.sort ?? { field: 'id', order: 'DESC' as const }, filter: {} };

  const pageOf = (page: number) => {
    const params = { ...order, pagination: { page, perPage: 50 } };
    return queryClient.fetchQuery({
      queryKey: [name, 'getList', params],
      queryFn: () => dataProvider.getList<AnyRecord>(name, params),
      staleTime: FRESH,
    });
  };
  const search = async (signal: AbortSignal): Promise<AnyRecord[]> => {
    const found: AnyRecord[] = [];
    for (let page = 1, more = true; more && page <= MOST_PAGES && !signal.aborted; page++) {
      const { data, pageInfo } = await pageOf(page);
      found.push(...data.filter((record) => plain(String(record[field] ?? '')).includes(wanted)));
      more = pageInfo?.hasNextPage === true && found.length < MOST_FOUND;
    }
    return found.slice(0, MOST_FOUND);
  };
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: [name, 'search', wanted],
    queryFn: ({ signal }) => search(signal),
    enabled: wanted !== '' && resource !== undefined,
    placeholderData: keepPreviousData,
  });
  const typing = plain(text.trim()) !== wanted;
  const searching = resource !== undefined && text.trim() !== '' && (isFetching || typing);
  return { found: wanted === '' ? [] : data, searching, error };
}
