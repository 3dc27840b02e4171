import { useQueryClient } from '@tanstack/react-query';
import { type GetListResult, ListContextProvider, useEvent, useListContext } from 'ra-core';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { getCachedPage, type ListQuery } from '../../dataProvider/prefetchPage.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useEarlyLocation } from './useEarlyLocation.ts';

interface PrefetchedPageState {
  /** Left out once the address asks for another. */
  query?: ListQuery;
  result: GetListResult<AnyRecord>;
}

const PrefetchedPageContext = createContext<PrefetchedPageState | undefined>(undefined);

/**
 * Shows an already cached page at once when it is requested (page, filter or sort), through <PrefetchedPage>.
 * react-admin's list follows with the address.
 */
export function PrefetchedList({ children }: { children: ReactNode }) {
  const list = useListContext<AnyRecord>();
  const client = useQueryClient();
  const { key } = useLocation();
  const { shown, hasMoved: moved, show } = useEarlyLocation<PrefetchedPageState>(key, list.isPlaceholderData);
  const page = useMemo(() => shown && (moved ? { result: shown.result } : shown), [shown, moved]);
  // The last request and its address. Changes requested before the address changes are combined.
  const asked = useRef<{ key: string; query: ListQuery; isAnswered: boolean }>(undefined);
  const answer = useEvent(() => {
    const { sort, perPage, filterValues } = list;
    if (!asked.current || asked.current.isAnswered) return;
    asked.current.isAnswered = true;
    const { query } = asked.current;
    const result = getCachedPage(client, list.resource, query);
    const turned = query.sort === sort && query.filter === filterValues && query.perPage === perPage;
    show(result && { query, result }, () => {
      if (query.sort !== sort) list.setSort(query.sort);
      if (query.filter !== filterValues) list.setFilters(query.filter, undefined, false);
      if (query.perPage !== perPage) list.setPerPage(query.perPage);
      if (turned || query.page > 1) list.setPage(query.page);
    });
    // As react-admin does when the address changes.
    if (result && turned && scrollY > 0) scrollTo(0, 0);
  });
  const ask = useEvent((change: Partial<ListQuery>) => {
    const { sort, perPage, filterValues } = list;
    const before = asked.current?.key === key ? asked.current.query : { sort, perPage, filter: filterValues };
    asked.current = { key, query: { ...before, page: 1, ...change }, isAnswered: false };
    // Combines simultaneous changes, such as sort and filters.
    queueMicrotask(answer);
  });
  const asking = useMemo(
    () => ({
      ...list,
      setPage: (page: number) => ask({ page }),
      setSort: (sort: ListQuery['sort']) => ask({ sort }),
      setPerPage: (perPage: number) => ask({ perPage }),
      setFilters: (filter: ListQuery['filter']) => ask({ filter }),
    }),
    [list, ask],
  );
  return (
    <ListContextProvider value={asking}>
      <PrefetchedPageContext value={page}>{children}</PrefetchedPageContext>
    </ListContextProvider>
  );
}

/** Provides the prefetched page to the components that show records and page numbers. */
export function PrefetchedPage({ children }: { children: ReactNode }) {
  const list = useListContext<AnyRecord>();
  const page = useContext(PrefetchedPageContext);
  const shown = useMemo(() => (page ? { ...list, ...toListState(page) } : list) as typeof list, [list, page]);
  return <ListContextProvider value={shown}>{children}</ListContextProvider>;
}

function toListState({ query, result: { data, total, meta, pageInfo } }: PrefetchedPageState) {
  const place = query && {
    page: query.page,
    perPage: query.perPage,
    sort: query.sort,
    filterValues: query.filter,
    hasPreviousPage: query.page > 1,
    hasNextPage: query.page * query.perPage < (total ?? 0),
  };
  // Rows belong to the shown page, unless the address has moved on.
  return { data, total, meta, ...(query && { isPlaceholderData: false }), ...place, ...pageInfo };
}
