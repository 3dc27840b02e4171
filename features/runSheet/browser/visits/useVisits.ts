import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RequestError } from 'portal-frame/browser';
import { useLogoutIfAccessDenied } from 'ra-core';
import { useEffect } from 'react';
import { todayQuery } from '../../../../src/dashboards/today/todayQuery.ts';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import { getBusinessDay, readStoredDay, storeDay, storeFiles } from '../device/storedDay.ts';
import { useSentUpdates } from './useSentUpdates.ts';

/** First part of the keys of queries that read from this device. */
export const DEVICE_KEY = 'runSheet';
/** Milliseconds. */
const REFRESH_INTERVAL = 60_000;

interface Visits {
  /** In order; undefined while loading. */
  visits: readonly Appointment[] | undefined;
  /** Milliseconds since 1970. */
  asOf: number;
  /** Code 0 if the host did not answer. */
  error: RequestError | Error | null;
  isPending: boolean;
  refetch: () => void;
}

function useStoreVisits(visits: Appointment[] | undefined, asOf: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!visits) return;
    const keep = async () => {
      await storeDay(visits, asOf);
      await storeFiles(visits);
      await queryClient.invalidateQueries({ queryKey: [DEVICE_KEY] });
    };
    // A full disk or an ended session must not remove the visits from the screen.
    keep().catch(() => undefined);
  }, [visits, asOf, queryClient]);
}

/** Returns today's visits: the stored ones first, then the host's, which are stored in turn. */
export function useVisits(): Visits {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const stored = useQuery({
    queryKey: [DEVICE_KEY, 'day'],
    queryFn: () => readStoredDay(),
    refetchInterval: REFRESH_INTERVAL,
  });
  const fetched = useQuery<Appointment[], Error>({
    ...todayQuery,
    refetchInterval: REFRESH_INTERVAL,
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  });
  const { data, dataUpdatedAt, error, refetch } = fetched;
  useStoreVisits(data, dataUpdatedAt);
  useSentUpdates();
  useEffect(() => {
    if (error) void logoutIfAccessDenied(error);
  }, [error, logoutIfAccessDenied]);
  const day = data ? { asOf: dataUpdatedAt, visits: data } : stored.data;
  const current = day && getBusinessDay(day.asOf) === getBusinessDay(Date.now()) ? day : undefined;
  return {
    visits: current?.visits,
    asOf: current?.asOf ?? 0,
    error,
    isPending: !current && (fetched.isPending || stored.isPending),
    refetch,
  };
}

/** True if the host did not answer. */
export const isOffline = (error: Error): boolean => error instanceof RequestError && error.code === 0;
