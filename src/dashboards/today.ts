import type { AnyResource } from 'portal-frame';
import { resourceOf } from '../../frame/config/registry.ts';

const appointments = resourceOf('appointments');
/** Coloured as in archives (spec 2). */
const { status } = resourceOf('archive').fields;

/** The appointments of today as a list of their own: the columns of spec 2, nothing to change in them. */
export const todayResource: AnyResource = {
  ...appointments,
  fields: { ...appointments.fields, ...(status && { status }) },
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
      { field: 'status', component: () => import('./TodayStatus.tsx'), under: ['priorityLevel'] },
    ],
  },
};

/** A day is asked for in full. */
export const EVERYTHING = {
  page: 1,
  perPage: 0,
  sort: { field: 'appointmentDateTime', order: 'ASC' as const },
  filter: {},
};
