import type { AnyRecord } from 'portal-frame';
import { callQuery } from 'portal-frame/browser';
import { todayApi } from '../../wire/appointments/appointmentApi.ts';
import type { Appointment } from '../../wire/appointments/appointmentRecord.ts';

/** Completed by status or report. Without a report, the photo counts. */
export const isCompleted = ({ status, trackingImage, visitState }: Appointment): boolean =>
  status !== 'Pending' || (visitState ? visitState !== 'started' : trackingImage !== null);

const ALL_RECORDS = {
  page: 1,
  perPage: 0,
  sort: { field: 'appointmentDateTime', order: 'ASC' as const },
  filter: {},
};

/** Returns call, cache key and reader for a role's appointments of today, in order. */
export function getTodayQuery(role: keyof typeof todayApi) {
  const { call, read } = todayApi[role];
  return {
    call,
    key: ['appointments', 'today', call.path],
    read: (data: unknown): AnyRecord[] =>
      sortVisits(read(data, ALL_RECORDS).records as Appointment[], role === 'employee'),
  };
}

const { key, call, read } = getTodayQuery('employee');

/** Shared by run sheet and dashboard. */
export const TODAY_KEY = key;
export const todayQuery = callQuery(key, call, (data) => read(data) as Appointment[]);

/**
 * Sorts by time and marks the next visit. For an employee it is the started one, else the first open one. For others it
 * is the first open one that is not past.
 */
function sortVisits(visits: readonly Appointment[], forEmployee: boolean, now = Date.now()): Appointment[] {
  const timeOf = ({ appointmentDateTime }: Appointment) => Date.parse(String(appointmentDateTime)) || 0;
  const sorted = visits.toSorted((a, b) => timeOf(a) - timeOf(b));
  const open = sorted.filter((visit) => !isCompleted(visit));
  const next = forEmployee
    ? (open.find(({ visitState }) => visitState === 'started') ?? open[0])
    : open.find((visit) => timeOf(visit) >= now);
  return sorted.map((visit) => (visit === next ? { ...visit, next: true } : visit));
}
