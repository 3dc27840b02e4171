import type { AnyResource } from 'portal-frame';
import { getResource } from '../../frame/config/registry.ts';

const appointments = getResource('appointments');
/** Coloured as in archives (spec 2). */
const { status } = getResource('archive').fields;

/** The appointments of today as a list of their own: the columns of spec 2, nothing to change in them. */
export const todayResource: AnyResource = {
  ...appointments,
  fields: { ...appointments.fields, ...(status && { status }) },
  list: {
    columns: [
      { field: 'patientName', photo: 'image', secondary: ['age', 'laboratory', 'employee'] },
      'age',
      { field: 'appointmentDateTime', component: () => import('./TodayTime.tsx') },
      { field: 'laboratory', label: 'resources.appointments.columns.laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['laboratory'], label: 'dashboard.employeeId', placeholder: 'list.notAssigned' },
      'priorityLevel',
      {
        field: 'specialInstructions',
        label: 'resources.appointments.columns.specialInstructions',
        placeholder: 'list.none',
      },
      { field: 'status', component: () => import('./TodayStatus.tsx'), secondary: ['priorityLevel'] },
    ],
  },
};

/** A day is asked for in full. */
export const ALL_RECORDS = {
  page: 1,
  perPage: 0,
  sort: { field: 'appointmentDateTime', order: 'ASC' as const },
  filter: {},
};
