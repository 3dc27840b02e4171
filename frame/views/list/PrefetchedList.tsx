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

/** Shows an already cached page at once, through <PrefetchedPage>. react-admin's list follows with the address. */
export function PrefetchedList({ children }: { children: ReactNode }) {
  const list = useListContext<AnyRecord>();
  const client = useQueryClient();
  const { key } = useLocation();
  const { shown, hasMoved, show } = useEarlyLocation<PrefetchedPageState>(key, { late: list.isPlaceholderData });
  const page = useMemo(() => shown && (hasMoved ? { result: shown.result } : shown), [shown, hasMoved]);
  // The last request and its address. Changes requested before the address changes are combined.
  const lastRequest = useRef<{ key: string; query: ListQuery; isAnswered: boolean }>(undefined);
  const applyRequest = useEvent(() => {
    const { sort, perPage, filterValues } = list;
    if (!lastRequest.current || lastRequest.current.isAnswered) return;
    lastRequest.current.isAnswered = true;
    const { query } = lastRequest.current;
    const result = getCachedPage(client, list.resource, query);
    const isPageTurn = query.sort === sort && query.filter === filterValues && query.perPage === perPage;
    show(result && { query, result }, () => {
      if (query.sort !== sort) list.setSort(query.sort);
      if (query.filter !== filterValues) list.setFilters(query.filter, undefined, false);
      if (query.perPage !== perPage) list.setPerPage(query.perPage);
      if (isPageTurn || query.page > 1) list.setPage(query.page);
    });
    // As react-admin does when the address changes.
    if (result && isPageTurn && scrollY > 0) scrollTo(0, 0);
  });
  const request = useEvent((change: Partial<ListQuery>) => {
    const { sort, perPage, filterValues } = list;
    const before =
      lastRequest.current?.key === key ? lastRequest.current.query : { sort, perPage, filter: filterValues };
    lastRequest.current = { key, query: { ...before, page: 1, ...change }, isAnswered: false };
    // Combines simultaneous changes, such as sort and filters.
    queueMicrotask(applyRequest);
  });
  const requestingList = useMemo(
    () => ({
      ...list,
      setPage: (page: number) => request({ page }),
      setSort: (sort: ListQuery['sort']) => request({ sort }),
      setPerPage: (perPage: number) => request({ perPage }),
      setFilters: (filter: ListQuery['filter']) => request({ filter }),
    }),
    [list, request],
  );
  return (
    <ListContextProvider value={requestingList}>
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
