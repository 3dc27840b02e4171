import { good } from './host.ts';

export const LIST = {
  admin: '/admin/get-appointments',
  employee: '/employee/get-appointments',
  laboratory: '/laboratory/get-appointments',
} as const;

export const pageOf = (...appointments: object[]) => good({ appointments, totalPages: 3 });

export const countsOf = () => good({ unassigned: 1, today: 1, upcoming: 2, late: 2, all: 4 });
