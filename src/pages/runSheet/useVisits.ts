import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'ra-core';
import { useEffect } from 'react';
import { RequestError, request } from '../../../frame/dataProvider/request.ts';
import { getBusinessDay, readStoredDay, storeDay, storeFiles } from '../../device/storedDay.ts';
import { todayApi } from '../../wire/appointmentApi.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { sortVisits } from './sortVisits.ts';
import { TODAY_KEY, useSentUpdates } from './useSentUpdates.ts';

const { call, read } = todayApi.employee;
const ALL_VISITS = { page: 1, perPage: 0, sort: { field: 'appointmentDateTime', order: 'ASC' as const }, filter: {} };
/** What this device keeps: its queries start so. */
export const DEVICE_KEY = 'runSheet';
/** Milliseconds between two looks at the day, with and without a network. */
const REFRESH_INTERVAL = 60_000;

interface Visits {
  /** In the order of the day; undefined until they are fetched. */
  visits: readonly Appointment[] | undefined;
  /** When the host gave them, in milliseconds since 1970. */
  asOf: number;
  /** Why there are none, or none newer; its code is 0 where the host did not answer at all. */
  error: RequestError | Error | null;
  isPending: boolean;
  refetch: () => void;
}

/** Keeps on this device what the host gave, with its documents. */
function useStoreVisits(visits: Appointment[] | undefined, asOf: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!visits) return;
    const keep = async () => {
      await storeDay(visits, asOf);
      await storeFiles(visits);
      await queryClient.invalidateQueries({ queryKey: [DEVICE_KEY] });
    };
    // A full disk, or a session that has just ended: what is on the screen stays there.
    keep().catch(() => undefined);
  }, [visits, asOf, queryClient]);
}

/** Today's visits: what this device keeps at once, then what the host gives, which is kept in its place. */
export function useVisits(): Visits {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const kept = useQuery({
    queryKey: [DEVICE_KEY, 'day'],
    queryFn: () => readStoredDay(),
    refetchInterval: REFRESH_INTERVAL,
  });
  const fetched = useQuery<Appointment[], Error>({
    queryKey: TODAY_KEY,
    queryFn: async ({ signal }) =>
      sortVisits(read(await request(call, { signal }), ALL_VISITS).records) as Appointment[],
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
  const day = data ? { asOf: dataUpdatedAt, visits: data } : kept.data;
  const current = day && getBusinessDay(day.asOf) === getBusinessDay(Date.now()) ? day : undefined;
  return {
    visits: current?.visits,
    asOf: current?.asOf ?? 0,
    error,
    isPending: !current && (fetched.isPending || kept.isPending),
    refetch,
  };
}

/** Whether nobody answered, as opposed to a host that answered with an error. */
export const isOffline = (error: Error): boolean => error instanceof RequestError && error.code === 0;
