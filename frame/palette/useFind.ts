import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DataProvider, useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { findCalls, LEAST_LETTERS, readFound } from '../../src/wire/find.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import { request } from '../dataProvider/request.ts';
import { plain } from '../dataProvider/whole.ts';
import { isOffered } from '../session/session.ts';
import type { AnyRecord } from '../wire/binding.ts';

/** How many records are offered, and how many pages of the newest are looked through for them. */
const MOST_FOUND = 8;
const MOST_PAGES = 20;
/** Milliseconds after the last key before the search starts, and that a page counts as fresh. */
const PAUSE = 250;
const SHORT_PAUSE = 120;
const FRESH = 60_000;

/** A record that was found. */
export interface Hit {
  resource: AnyResource;
  record: AnyRecord;
}

/** Asks the host that can find people, whatever it is that is known of them. */
async function ask(text: string, signal: AbortSignal): Promise<Hit[]> {
  if (text.length < LEAST_LETTERS) return [];
  return readFound(await request(findCalls.find, { body: { text }, signal })).flatMap(({ resource: name, record }) => {
    const resource = resources.find((one) => one.name === name);
    return resource ? { resource, record } : [];
  });
}

/**
 * Looks through the pages of a list, newest first, for records whose field of `find` holds the text: a host of spec 7
 * cannot be asked by name.
 */
async function lookThrough(
  resource: AnyResource,
  text: string,
  signal: AbortSignal,
  { queryClient, dataProvider }: { queryClient: QueryClient; dataProvider: DataProvider },
): Promise<Hit[]> {
  const wanted = plain(text);
  const { name, find, list } = resource;
  const order = { sort: list.sort ?? { field: 'id', order: 'DESC' as const }, filter: {} };
  const pageOf = (page: number) => {
    const params = { ...order, pagination: { page, perPage: 50 } };
    return queryClient.fetchQuery({
      queryKey: [name, 'getList', params],
      queryFn: () => dataProvider.getList<AnyRecord>(name, params),
      staleTime: FRESH,
    });
  };
  const found: AnyRecord[] = [];
  for (let page = 1, more = true; more && page <= MOST_PAGES && !signal.aborted; page++) {
    const { data, pageInfo } = await pageOf(page);
    found.push(...data.filter((record) => plain(String(record[find?.field ?? 'id'] ?? '')).includes(wanted)));
    more = pageInfo?.hasNextPage === true && found.length < MOST_FOUND;
  }
  return found.slice(0, MOST_FOUND).map((record) => ({ resource, record }));
}

/**
 * The records that a text finds: by our own host those of every resource that it searches, by any other those of
 * `resource` alone. Nothing is looked for where there is no resource.
 */
export function useFind(resource: AnyResource | undefined, text: string) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const asks = isOffered(findCalls.find);
  const typed = text.trim();
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed), asks ? SHORT_PAUSE : PAUSE);
    return () => clearTimeout(timer);
  }, [typed, asks]);
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: [resource?.name ?? '', 'search', wanted],
    queryFn: ({ signal }) => {
      if (asks) return ask(wanted, signal);
      return resource ? lookThrough(resource, wanted, signal, { queryClient, dataProvider }) : [];
    },
    enabled: wanted !== '' && resource !== undefined,
    placeholderData: keepPreviousData,
  });
  const searching = resource !== undefined && typed !== '' && (isFetching || typed !== wanted);
  return { found: wanted === '' ? [] : data, searching, error };
}
