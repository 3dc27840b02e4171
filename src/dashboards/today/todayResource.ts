import type { AnyResource } from 'portal-frame';
import { getResource } from 'portal-frame/browser';

const appointments = getResource('appointments');
/** Coloured as in the archive (spec 2). */
const { status } = getResource('archive').fields;

/** Today's appointments as a read-only list (spec 2). */
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
