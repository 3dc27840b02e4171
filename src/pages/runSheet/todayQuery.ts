import type { AnyRecord } from 'portal-frame';
import { callQuery } from 'portal-frame/browser';
import { todayApi } from '../../wire/appointments/appointmentApi.ts';
import type { Appointment } from '../../wire/appointments/appointmentRecord.ts';
import { sortVisits } from './sortVisits.ts';

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
