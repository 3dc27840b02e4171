import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { AnyRecord, AnyResource } from 'portal-frame';
import { PERIOD_FILTER } from 'portal-frame/plugin';
import { type GetListResult, useDataProvider } from 'ra-core';
import { useCallback, useMemo, useRef } from 'react';
import { getCalendarTimes, getDayFilterName } from '../calendarTimes.ts';
import { getSpan } from './calendarDays.ts';

/** More than any day has. Hosts may still page the reply. */
const MAX_RECORDS_PER_DAY = 100_000;

/** After a session ended, react-admin returns a result without a list. */
const getRecords = ({ data }: UseQueryResult<GetListResult<AnyRecord>>) => (Array.isArray(data?.data) ? data.data : []);

/** A moved record may be on two days until both are refetched: the newest reply wins. */
function getLatestRecords(results: UseQueryResult<GetListResult<AnyRecord>>[]): AnyRecord[][] {
  const byAge = results.toSorted((a, b) => a.dataUpdatedAt - b.dataUpdatedAt);
  const latest = new Map(byAge.flatMap((result) => getRecords(result).map(({ id }) => [id, result] as const)));
  return results.map((result) => getRecords(result).filter(({ id }) => latest.get(id) === result));
}

const combineDays = (results: UseQueryResult<GetListResult<AnyRecord>>[]) => ({
  found: getLatestRecords(results),
  pending: results.some(({ isPending }) => isPending),
  error: results.find((one) => one.error && !one.data)?.error ?? null,
  failed: results.filter((one) => one.error),
});

export interface LoadedDays {
  days: readonly string[];
  records: AnyRecord[];
}

/**
 * Loads the records of some days by the list's filters: with one call for periods and months, else with one call per day
 * in parallel. Days excluded by a day filter are skipped. `shown` is the last complete result: the previous days while
 * loading, null at first.
 */
export function useCalendarRecords(resource: AnyResource, days: readonly string[], filter: Record<string, unknown>) {
  const dataProvider = useDataProvider();
  const byDay = getDayFilterName(resource) ?? '';
  const only = filter[byDay];
  const needed = only === undefined ? days : days.filter((day) => day === only);
  const isPeriod = getCalendarTimes(resource).end !== undefined || getSpan(days) === 'month';
  const filters = isPeriod ? [{ [PERIOD_FILTER]: [days[0], days.at(-1)] }] : needed.map((day) => ({ [byDay]: day }));
  const { sort = { field: 'id', order: 'ASC' as const } } = resource.list;
  const { found, pending, error, failed } = useQueries({
    queries: filters.map((times) => {
      const params = {
        pagination: { page: 1, perPage: MAX_RECORDS_PER_DAY },
        sort,
        filter: { ...filter, ...times },
        meta: { view: true },
      };
      return {
        // react-admin's own key format, so that updates of a record reach this cache.
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
