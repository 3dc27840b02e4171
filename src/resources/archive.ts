import { defineResource, me, read } from 'portal-frame';
import { archiveApi } from '../wire/appointments/appointmentApi.ts';
import { appointmentFields, appointmentsTable, coloredStatusField } from './appointments/appointmentFields.ts';
import { appointmentShow } from './appointments/appointmentShow.ts';

/** Completed and rejected appointments (spec 2). */
export default defineResource({
  name: 'archive',
  icon: 'archive',
  order: 90,
  fields: { ...appointmentFields, status: coloredStatusField },
  dependsOn: ['appointments'],
  list: {
    columns: [
      { field: 'patientName', photo: 'image', secondary: ['age', 'laboratory', 'employee'] },
      'age',
      'appointmentDateTime',
      { field: 'laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['laboratory'], label: 'resources.archive.employee' },
      { field: 'priorityLevel', placeholder: 'choices.Normal' },
      { field: 'specialInstructions', placeholder: 'list.none' },
      { field: 'status', secondary: ['priorityLevel'] },
    ],
    filters: [
      { field: 'appointmentDateTime', name: 'appointmentDate' },
      { field: 'status', choices: ['Completed', 'Rejected'], emptyText: 'resources.archive.allStatuses' },
      { field: 'priorityLevel', emptyText: 'resources.archive.allPriorities' },
      { field: 'laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['admin', 'laboratory'] },
    ],
    sortable: ['createdAt', 'patientName'],
    sort: { field: 'createdAt', order: 'DESC' },
  },
  show: appointmentShow('list.notAvailable', 'choices.Normal'),
  comments: true,
  roles: {
    admin: { list: '/archive', can: read },
    employee: { list: '/employee-archive', can: read, where: { employee: me } },
    laboratory: { list: '/laboratory-archive', can: read, where: { laboratory: me } },
  },
  api: archiveApi,
  table: { ...appointmentsTable, where: { status: { not: 'Pending' } } },
});
