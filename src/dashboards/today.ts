import type { AnyRecord, AnyResource } from 'portal-frame';
import appointments from '../resources/appointments.ts';

/** The appointments of today as a list of their own: the columns of spec 2, nothing to change in them. */
export const todayResource: AnyResource = {
  ...(appointments as AnyResource),
  list: {
    columns: [
      { field: 'patientName', photo: 'image', under: ['age', 'laboratory', 'employee'] },
      'age',
      { field: 'appointmentDateTime', component: () => import('./TodayTime.tsx') },
      { field: 'laboratory', label: 'resources.appointments.columns.laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['laboratory'], label: 'dashboard.employeeId', missing: 'list.notAssigned' },
      'priorityLevel',
      {
        field: 'specialInstructions',
        label: 'resources.appointments.columns.specialInstructions',
        missing: 'list.none',
      },
      { field: 'status', under: ['priorityLevel'] },
    ],
  },
};

/** A day is asked for as a whole. */
export const EVERYTHING = {
  page: 1,
  perPage: 0,
  sort: { field: 'appointmentDateTime', order: 'ASC' as const },
  filter: {},
};

/** In the order of the day, with `next` on the earliest pending one whose time has not passed. */
export function inOrder(records: readonly AnyRecord[], now = Date.now()): AnyRecord[] {
  const timeOf = ({ appointmentDateTime }: AnyRecord) => Date.parse(String(appointmentDateTime)) || 0;
  const sorted = records.toSorted((a, b) => timeOf(a) - timeOf(b));
  const next = sorted.find((record) => record.status === 'Pending' && timeOf(record) >= now);
  return sorted.map((record) => (record === next ? { ...record, next: true } : record));
}
