import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'ra-core';
import { useEffect } from 'react';
import { RequestError, request } from '../../../frame/dataProvider/request.ts';
import { dayOf, keepDay, keepFiles, readDay } from '../../device/today.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { todayApi } from '../../wire/appointments.ts';
import { inOrder } from './inOrder.ts';
import { TODAY, useSent } from './useSent.ts';

const { call, read } = todayApi.employee;
const EVERYTHING = { page: 1, perPage: 0, sort: { field: 'appointmentDateTime', order: 'ASC' as const }, filter: {} };
/** What this device keeps: its queries start so. */
export const KEPT = 'runSheet';
/** Milliseconds between two looks at the day, with and without a network. */
const REFRESH = 60_000;

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
function useKeeping(visits: Appointment[] | undefined, asOf: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!visits) return;
    const keep = async () => {
      await keepDay(visits, asOf);
      await keepFiles(visits);
      await queryClient.invalidateQueries({ queryKey: [KEPT] });
    };
    // A full disk, or a session that has just ended: what is on the screen stays there.
    keep().catch(() => undefined);
  }, [visits, asOf, queryClient]);
}

/** Today's visits: what this device keeps at once, then what the host gives, which is kept in its place. */
export function useVisits(): Visits {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const kept = useQuery({ queryKey: [KEPT, 'day'], queryFn: () => readDay(), refetchInterval: REFRESH });
  const fetched = useQuery<Appointment[], Error>({
    queryKey: TODAY,
    queryFn: async ({ signal }) => inOrder(read(await request(call, { signal }), EVERYTHING).records) as Appointment[],
    refetchInterval: REFRESH,
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  });
  const { data, dataUpdatedAt, error, refetch } = fetched;
  useKeeping(data, dataUpdatedAt);
  useSent();
  useEffect(() => {
    if (error) void logoutIfAccessDenied(error);
  }, [error, logoutIfAccessDenied]);
  const day = data ? { asOf: dataUpdatedAt, visits: data } : kept.data;
  const current = day && dayOf(day.asOf) === dayOf(Date.now()) ? day : undefined;
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
