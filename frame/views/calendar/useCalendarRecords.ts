import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type GetListResult, useDataProvider } from 'ra-core';
import { useCallback, useMemo, useRef } from 'react';
import { getDayFilterName } from '../../config/calendarFilter.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { AnyRecord } from '../../wire/binding.ts';

/** More than any day has; a host gives what it gives, page after page. */
const MAX_RECORDS_PER_DAY = 100_000;

/** What react-admin gives for a session that is over holds no list. */
const getRecords = ({ data }: UseQueryResult<GetListResult<AnyRecord>>) => (Array.isArray(data?.data) ? data.data : []);

/** The days' records. One that has moved to another day may be on both until both are fetched: the later word counts. */
function getLatestRecords(results: UseQueryResult<GetListResult<AnyRecord>>[]): AnyRecord[][] {
  const byAge = results.toSorted((a, b) => a.dataUpdatedAt - b.dataUpdatedAt);
  const latest = new Map(byAge.flatMap((result) => getRecords(result).map(({ id }) => [id, result] as const)));
  return results.map((result) => getRecords(result).filter(({ id }) => latest.get(id) === result));
}

/** The days as one. */
const combineDays = (results: UseQueryResult<GetListResult<AnyRecord>>[]) => ({
  found: getLatestRecords(results),
  pending: results.some(({ isPending }) => isPending),
  error: results.find((one) => one.error && !one.data)?.error ?? null,
  failed: results.filter((one) => one.error),
});

/** Days and what lies on them. */
export interface LoadedDays {
  days: readonly string[];
  records: AnyRecord[];
}

/**
 * The records of some days, a list call per day side by side, by the list's own filters. A day that the list's filter by
 * day leaves out is not asked for. `shown` is what has arrived in full: the days from before while others are fetched,
 * null at first.
 */
export function useCalendarRecords(resource: AnyResource, days: readonly string[], filter: Record<string, unknown>) {
  const dataProvider = useDataProvider();
  const byDay = getDayFilterName(resource) ?? '';
  const only = filter[byDay];
  const needed = only === undefined ? days : days.filter((day) => day === only);
  const { sort = { field: 'id', order: 'ASC' as const } } = resource.list;
  const { found, pending, error, failed } = useQueries({
    queries: needed.map((day) => {
      const params = {
        pagination: { page: 1, perPage: MAX_RECORDS_PER_DAY },
        sort,
        filter: { ...filter, [byDay]: day },
        meta: { view: true },
      };
      return {
        // As react-admin's own lists have it, so that changes of a record reach these too.
        queryKey: [resource.name, 'getList', params],
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<GetListResult<AnyRecord>> =>
          dataProvider.getList<AnyRecord>(resource.name, { ...params, signal }),
      };
    }),
    combine: combineDays,
  });
  const retry = useCallback(() => {
    for (const { refetch } of failed) void refetch();
  }, [failed]);
  const now = useMemo(() => ({ days, records: found.flat() }), [days, found]);
  const shown = useRef<LoadedDays>(null);
  if (!pending) shown.current = now;
  return { shown: shown.current, pending, error, retry };
}
