import type { Call } from 'portal-frame';
import { getCallPath } from 'portal-frame/internal';
import { getDayRange, getToday } from 'portal-frame/server';
import { type CallName, calls } from '../../src/wire/index.ts';

export type Person = 'admin' | 'employee1' | `laboratory${number}`;

export interface BenchCall {
  name: string;
  as: Person;
  path: string;
}

export const TIME_ZONE = 'America/New_York';
const of = (name: string, as: Person, call: CallName, query = ''): BenchCall => ({
  name,
  as,
  path: getCallPath(calls[call] as Call) + query,
});
const list = (name: string, query: string) => of(name, 'admin', 'adminAppointments', query);

/** A past day that both databases have. */
const yesterday = () => getToday(TIME_ZONE, getDayRange(getToday(TIME_ZONE), TIME_ZONE).from - 1);

export const FIRST_PAGE = list('first page', '');
export const THREE_FILTERS = list('three filters', '?status=Completed&priorityLevel=High&labortary=Laboratory%202');

export const growthCalls = (): BenchCall[] => [
  FIRST_PAGE,
  list('by patient', '?sortFields=patientName&sortOrder=1'),
  list('Pending', '?status=Pending'),
  list('Completed', '?status=Completed'),
  list('priority', '?priorityLevel=Urgent'),
  list('laboratory', '?labortary=Laboratory%202'),
  list('employee', '?employeeId=EMP-2'),
  list('day', `?dateAndTime=${yesterday()}`),
  list('assigned', '?assigned=True'),
  list('not assigned', '?assigned=False'),
  list('tracking', '?tracking=True'),
  list('no tracking', '?tracking=False'),
  THREE_FILTERS,
  list('employee, Pending', '?employeeId=EMP-2&status=Pending'),
  list('Completed by patient', '?status=Completed&sortFields=patientName&sortOrder=1'),
  of('an employee’s', 'employee1', 'employeeAppointments'),
  of('a laboratory’s', 'laboratory1', 'laboratoryAppointments'),
  of('archive', 'admin', 'adminArchive'),
  of('an employee’s archive', 'employee1', 'employeeArchive'),
  of('a laboratory’s archive', 'laboratory1', 'laboratoryArchive'),
  of('today', 'admin', 'adminToday'),
  of('an employee’s today', 'employee1', 'employeeToday'),
  of('a laboratory’s today', 'laboratory1', 'laboratoryToday'),
  of('admin’s dashboard', 'admin', 'adminDashboard'),
  of('employee’s dashboard', 'employee1', 'employeeDashboard'),
  of('laboratory’s dashboard, weekly trend', 'laboratory1', 'laboratoryDashboard'),
  of('total earning', 'admin', 'totalEarning'),
];

export const page = (call: BenchCall, number: number): BenchCall => ({
  ...call,
  name: `${call.name}: page ${number}`,
  path: `${call.path}${call.path.includes('?') ? '&' : '?'}page=${number}`,
});
