import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { plain } from '../../dataProvider/whole.ts';
import type { AnyRecord } from '../../wire/binding.ts';

/** How many appointments are offered, and how many pages of the newest are looked through for them. */
const MOST_FOUND = 8;
const MOST_PAGES = 20;
/** Milliseconds after the last key before the search starts, and that a page counts as fresh. */
const PAUSE = 250;
const FRESH = 60_000;

const newest = { sort: { field: 'createdAt', order: 'DESC' as const }, filter: {} };

/**
 * Appointments whose patient's name holds the text, newest first. The host's list cannot be asked by name (spec 7),
 * so its pages are read one after the other until enough is found.
 */
export function useAppointmentSearch(text: string) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(plain(text.trim())), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);

  const pageOf = (page: number) => {
    const params = { ...newest, pagination: { page, perPage: 50 } };
    return queryClient.fetchQuery({
      queryKey: ['appointments', 'getList', params],
      queryFn: () => dataProvider.getList<AnyRecord>('appointments', params),
      staleTime: FRESH,
    });
  };
  const search = async (signal: AbortSignal): Promise<AnyRecord[]> => {
    const found: AnyRecord[] = [];
    for (let page = 1, more = true; more && page <= MOST_PAGES && !signal.aborted; page++) {
      const { data, pageInfo } = await pageOf(page);
      found.push(...data.filter(({ patientName }) => plain(String(patientName)).includes(wanted)));
      more = pageInfo?.hasNextPage === true && found.length < MOST_FOUND;
    }
    return found.slice(0, MOST_FOUND);
  };
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: ['appointments', 'search', wanted],
    queryFn: ({ signal }) => search(signal),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const typing = plain(text.trim()) !== wanted;
  return { found: wanted === '' ? [] : data, searching: text.trim() !== '' && (isFetching || typing), error };
}
