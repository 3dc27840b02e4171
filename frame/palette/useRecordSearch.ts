import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DataProvider, useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { getAppParts } from '../app.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import { hasFeature } from '../session/session.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { normalizeText } from '../wire/normalizeText.ts';

/** How many records are offered, in all or of each list that is searched, and how many pages are looked through for them. */
const MAX_HITS = 8;
const MAX_HITS_PER_LIST = 4;
const MAX_PAGES = 20;
/** Milliseconds after the last key before the search starts, and that a page counts as fresh. */
const DEBOUNCE = 250;
const SHORT_DEBOUNCE = 120;
const PAGE_STALE_TIME = 60_000;

/** A record that was found. */
export interface Hit {
  resource: AnyResource;
  record: AnyRecord;
}

/** Whether the host can find records of several resources at once. */
export function hasGlobalSearch(): boolean {
  const { find } = getAppParts();
  return find !== undefined && hasFeature(find.feature);
}

/** Whether lists can be narrowed, and what is found be acted upon, from the palette: not where its host of spec 7 cannot find. */
export const offersListCommands = (): boolean => !getAppParts().find || hasGlobalSearch();

/** Asks the host that can find, by any detail of a record. */
async function searchHost(text: string, signal: AbortSignal): Promise<Hit[]> {
  const found = (await getAppParts().find?.find(text, signal)) ?? [];
  return found.flatMap(({ resource: name, record }) => {
    const resource = resources.find((one) => one.name === name);
    return resource ? { resource, record } : [];
  });
}

/** The field that a record is found and called by. */
export const getNameField = ({ find, show }: AnyResource): string => find?.field ?? show?.title ?? 'id';

/** Whether the palette can find a record of it: by what the config says, or by the list's own search. */
export const isSearchable = ({ find, list, show }: AnyResource): boolean =>
  Boolean(find ?? (list.search?.length && show?.title));

interface SearchClients {
  queryClient: QueryClient;
  dataProvider: DataProvider;
}

/** What a list's own search finds. */
async function searchList(resource: AnyResource, text: string, { dataProvider }: SearchClients): Promise<Hit[]> {
  const { data } = await dataProvider.getList<AnyRecord>(resource.name, {
    sort: resource.list.sort ?? { field: 'id', order: 'DESC' },
    filter: { q: text },
    pagination: { page: 1, perPage: MAX_HITS_PER_LIST },
  });
  return data.slice(0, MAX_HITS_PER_LIST).map((record) => ({ resource, record }));
}

/** What several searches find: one that fails takes nothing from the others. */
async function mergeHits(searches: readonly Promise<Hit[]>[]): Promise<Hit[]> {
  const asked = await Promise.allSettled(searches);
  const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const failed = asked.find((one) => one.status === 'rejected');
  if (failed && found.length === 0) throw failed.reason;
  return found;
}

/** Searches every list that has a search; of the others the first alone is looked through. */
function searchLists(resources: readonly AnyResource[], text: string, signal: AbortSignal, means: SearchClients) {
  const searched = resources.filter(({ list }) => list.search?.length);
  const other = resources.find(({ list }) => !list.search?.length);
  return mergeHits([
    ...searched.map((resource) => searchList(resource, text, means)),
    ...(other ? [scanList(other, text, signal, means)] : []),
  ]);
}

/** Whether a host that can find knows nothing of it, and its config asks for it: then its own list is searched. */
const isSearchedSeparately = ({ api, find, list }: AnyResource) =>
  Boolean(find && list.search?.length && (!api || api.host));

/** Asks the host that can find, and searches the lists of what is none of its own. */
const searchHostAndLists = (
  resources: readonly AnyResource[],
  text: string,
  signal: AbortSignal,
  means: SearchClients,
) =>
  mergeHits([
    searchHost(text, signal),
    ...resources.filter(isSearchedSeparately).map((resource) => searchList(resource, text, means)),
  ]);

/**
 * Looks through the pages of a list, newest first, for records whose field of `find` holds the text: a host of spec 7
 * cannot be asked by name.
 */
async function scanList(
  resource: AnyResource,
  text: string,
  signal: AbortSignal,
  { queryClient, dataProvider }: SearchClients,
): Promise<Hit[]> {
  const needle = normalizeText(text);
  const { name, list } = resource;
  const order = { sort: list.sort ?? { field: 'id', order: 'DESC' as const }, filter: {} };
  const pageOf = (page: number) => {
    const params = { ...order, pagination: { page, perPage: 50 } };
    return queryClient.fetchQuery({
      queryKey: [name, 'getList', params],
      queryFn: () => dataProvider.getList<AnyRecord>(name, params),
      staleTime: PAGE_STALE_TIME,
    });
  };
  const found: AnyRecord[] = [];
  for (let page = 1, more = true; more && page <= MAX_PAGES && !signal.aborted; page++) {
    const { data, pageInfo } = await pageOf(page);
    found.push(
      ...data.filter((record) => normalizeText(String(record[getNameField(resource)] ?? '')).includes(needle)),
    );
    more = pageInfo?.hasNextPage === true && found.length < MAX_HITS;
  }
  return found.slice(0, MAX_HITS).map((record) => ({ resource, record }));
}

/**
 * The records that a text finds: by a host that can find, and of those `resources` that it knows nothing of by their
 * lists; else those of `resources`: of the first one alone where the app's other hosts can find. Nothing is looked for where there is none.
 */
export function useRecordSearch(resources: readonly AnyResource[], text: string) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const asks = hasGlobalSearch();
  const typed = text.trim();
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), asks ? SHORT_DEBOUNCE : DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed, asks]);
  const [first] = resources;
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: [first?.name ?? '', 'search', paused, resources.filter(isSearchedSeparately).map(({ name }) => name)],
    queryFn: ({ signal }) => {
      const means = { queryClient, dataProvider };
      if (asks) return searchHostAndLists(resources, paused, signal, means);
      if (!getAppParts().find) return searchLists(resources, paused, signal, means);
      return first ? scanList(first, paused, signal, means) : [];
    },
    enabled: paused !== '' && first !== undefined,
    placeholderData: keepPreviousData,
  });
  const searching = first !== undefined && typed !== '' && (isFetching || typed !== paused);
  return { found: paused === '' ? [] : data, searching, error };
}
