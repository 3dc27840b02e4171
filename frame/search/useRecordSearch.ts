import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DataProvider, useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { getAppParts } from '../app.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import { fillTemplate } from '../fields/reference.ts';
import { hasFeature } from '../session/session.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { normalizeText } from '../wire/normalizeText.ts';

const MAX_HITS = 8;
const MAX_HITS_PER_LIST = 4;
const MAX_PAGES = 20;
/** Milliseconds. */
const DEBOUNCE = 250;
const SHORT_DEBOUNCE = 120;
const PAGE_STALE_TIME = 60_000;

export interface Hit {
  resource: AnyResource;
  record: AnyRecord;
}

/** True if the host can search several resources in one request. */
export function hasGlobalSearch(): boolean {
  const { find } = getAppParts();
  return find !== undefined && hasFeature(find.feature);
}

/** False for hosts of spec 7 without search. The palette then offers neither filtered lists nor actions on a record. */
export const offersListCommands = (): boolean => !getAppParts().find || hasGlobalSearch();

async function searchHost(text: string, signal: AbortSignal): Promise<Hit[]> {
  const found = (await getAppParts().find?.find(text, signal)) ?? [];
  return found.flatMap(({ resource: name, record }) => {
    const resource = resources.find((one) => one.name === name);
    return resource ? { resource, record } : [];
  });
}

/** True if the search over all resources finds the records of a resource. */
export const isSearchable = ({ find, list, show }: AnyResource): boolean =>
  Boolean(find ?? (list.search?.length && show));

interface SearchClients {
  queryClient: QueryClient;
  dataProvider: DataProvider;
}

async function searchList(resource: AnyResource, text: string, { dataProvider }: SearchClients): Promise<Hit[]> {
  const { data } = await dataProvider.getList<AnyRecord>(resource.name, {
    sort: resource.list.sort ?? { field: 'id', order: 'DESC' },
    filter: { q: text },
    pagination: { page: 1, perPage: MAX_HITS_PER_LIST },
  });
  return data.slice(0, MAX_HITS_PER_LIST).map((record) => ({ resource, record }));
}

/** Merges results. Throws only if nothing was found and a search failed. */
async function mergeHits(searches: readonly Promise<Hit[]>[]): Promise<Hit[]> {
  const results = await Promise.allSettled(searches);
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failed = results.find((one) => one.status === 'rejected');
  if (failed && found.length === 0) throw failed.reason;
  return found;
}

/** Searches all searchable lists. Of the others, only the first is scanned. */
function searchLists(resources: readonly AnyResource[], text: string, signal: AbortSignal, clients: SearchClients) {
  const searched = resources.filter(({ list }) => list.search?.length);
  const other = resources.find(({ list }) => !list.search?.length);
  return mergeHits([
    ...searched.map((resource) => searchList(resource, text, clients)),
    ...(other ? [scanList(other, text, signal, clients)] : []),
  ]);
}

/** True for resources that the host's search does not cover but the config wants found. */
const isSearchedSeparately = ({ api, find, list }: AnyResource) =>
  Boolean(find && list.search?.length && (!api || api.host));

/** Searches by the app's `find`, and each list that it does not cover. */
const searchHostAndLists = (
  resources: readonly AnyResource[],
  text: string,
  signal: AbortSignal,
  clients: SearchClients,
) =>
  mergeHits([
    searchHost(text, signal),
    ...resources.filter(isSearchedSeparately).map((resource) => searchList(resource, text, clients)),
  ]);

/** Scans pages of a list in its own order, for hosts of spec 7 and for lists without a search. */
async function scanList(
  resource: AnyResource,
  text: string,
  signal: AbortSignal,
  { queryClient, dataProvider }: SearchClients,
): Promise<Hit[]> {
  const needle = normalizeText(text);
  const { name, list } = resource;
  const order = { sort: list.sort ?? { field: 'id', order: 'DESC' as const }, filter: {} };
  const found: AnyRecord[] = [];
  for (let page = 1, more = true; more && page <= MAX_PAGES && !signal.aborted; page++) {
    const params = { ...order, pagination: { page, perPage: 50 } };
    const { data, pageInfo } = await queryClient.fetchQuery({
      queryKey: [name, 'getList', params],
      queryFn: () => dataProvider.getList<AnyRecord>(name, params),
      staleTime: PAGE_STALE_TIME,
    });
    found.push(...data.filter((record) => normalizeText(fillTemplate(resource.title, record)).includes(needle)));
    more = pageInfo?.hasNextPage === true && found.length < MAX_HITS;
  }
  return found.slice(0, MAX_HITS).map((record) => ({ resource, record }));
}

/**
 * Searches records with the host's search, and in the lists that it does not cover. If the app has no `find`, searches
 * the lists of `resources`. If only this host lacks the search, scans the first list.
 */
export function useRecordSearch(resources: readonly AnyResource[], text: string) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const isGlobal = hasGlobalSearch();
  const typed = text.trim();
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), isGlobal ? SHORT_DEBOUNCE : DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed, isGlobal]);
  const [first] = resources;
  const query = useQuery({
    queryKey: [first?.name ?? '', 'search', paused, resources.filter(isSearchedSeparately).map(({ name }) => name)],
    queryFn: ({ signal }) => {
      const clients = { queryClient, dataProvider };
      if (isGlobal) return searchHostAndLists(resources, paused, signal, clients);
      if (!getAppParts().find) return searchLists(resources, paused, signal, clients);
      return first ? scanList(first, paused, signal, clients) : [];
    },
    enabled: paused !== '' && first !== undefined,
    placeholderData: keepPreviousData,
  });
  const searching = first !== undefined && typed !== '' && (query.isFetching || typed !== paused);
  return { found: paused === '' ? [] : (query.data ?? []), searching, error: query.error };
}
