import type { Call } from 'portal-frame';
import { frameCalls, profileCalls } from 'portal-frame/calls';
import type { Role } from 'portal-frame/roles';
import { roles } from '../roles.ts';
import { adminCalls } from './adminApi.ts';
import { appointmentCalls } from './appointments/appointmentCalls.ts';
import { dashboardCalls } from './dashboardApi.ts';
import { employeeCalls } from './employeeApi.ts';
import { laboratoryCalls } from './laboratoryApi.ts';
import { findCalls } from './recordSearchApi.ts';
import { transactionCalls } from './transactionApi.ts';

export const appCalls = {
  ...adminCalls,
  ...appointmentCalls,
  ...employeeCalls,
  ...laboratoryCalls,
  ...transactionCalls,
  ...dashboardCalls,
  ...findCalls,
} satisfies Record<string, Call>;

/** Every call of the API by name (spec 7), with the frame's. */
export const calls = { ...profileCalls(Object.keys(roles) as Role[]), ...frameCalls, ...appCalls };

export type CallName = keyof typeof calls;
