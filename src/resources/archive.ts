import { defineResource, ME } from 'portal-frame';
import { archiveApi } from '../wire/appointments.ts';
import appointments, {
  appointmentDetails,
  colouredStatus,
  orderAction,
  table,
  visitReportsAction,
} from './appointments.ts';

const can = ['list', 'show', 'export', 'visitReports', 'order'] as const;

/** The completed and rejected appointments (spec 2). */
export default defineResource({
  name: 'archive',
  icon: 'archive',
  order: 90,
  fields: { ...appointments.fields, status: colouredStatus },
  dependsOn: ['appointments'],
  list: {
    columns: [
      { field: 'patientName', photo: 'image', under: ['age', 'laboratory', 'employee'] },
      'age',
      'appointmentDateTime',
      { field: 'laboratory', label: 'resources.appointments.columns.laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['laboratory'], label: 'resources.archive.employee' },
      { field: 'priorityLevel', missing: 'choices.Normal' },
      {
        field: 'specialInstructions',
        label: 'resources.appointments.columns.specialInstructions',
        missing: 'list.none',
      },
      { field: 'status', under: ['priorityLevel'] },
    ],
    filters: [
      { field: 'appointmentDateTime', name: 'appointmentDate' },
      { field: 'status', choices: ['Completed', 'Rejected'], all: 'resources.archive.allStatuses' },
      { field: 'priorityLevel', all: 'resources.archive.allPriorities' },
      { field: 'laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['admin', 'laboratory'] },
    ],
    sortable: ['createdAt', 'patientName'],
    sort: { field: 'createdAt', order: 'DESC' },
    empty: 'resources.archive.empty',
  },
  show: appointmentDetails('list.notAvailable', 'choices.Normal'),
  actions: { order: orderAction, visitReports: visitReportsAction },
  roles: {
    admin: { list: '/archive', can },
    employee: { list: '/employee-archive', can, rows: { employee: ME } },
    laboratory: { list: '/laboratory-archive', can, rows: { laboratory: ME } },
  },
  api: archiveApi,
  table: { ...table, where: { status: { not: 'Pending' } } },
});
