import { defineResource, manage, me, read } from 'portal-frame';
import { appointmentsApi } from '../wire/appointments/appointmentApi.ts';
import { appointmentActions, visitTimeInput } from './appointments/appointmentActions.ts';
import { appointmentFields, appointmentsTable } from './appointments/appointmentFields.ts';
import { appointmentShow } from './appointments/appointmentShow.ts';

const patientDetails = ['email', 'age', 'contactNumber', 'accountNumber', 'dateOfBirth', 'gender'] as const;
const patientInput = () => import('../pages/appointments/PatientInput.tsx');

/** A patient's appointment at home (spec 2, 3). */
export default defineResource({
  name: 'appointments',
  icon: 'event',
  order: 10,
  menu: { form: true },
  fields: appointmentFields,
  list: {
    columns: [
      { field: 'patientName', photo: 'image', secondary: ['age', 'laboratory'] },
      'age',
      'appointmentDateTime',
      'laboratory',
      'priorityLevel',
      { field: 'specialInstructions', placeholder: 'list.none' },
      { field: 'status', action: 'setStatus', secondary: ['priorityLevel'] },
    ],
    filters: [
      { field: 'appointmentDateTime', name: 'appointmentDate' },
      'status',
      'priorityLevel',
      { field: 'laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['admin', 'laboratory'], required: ['laboratory'] },
      { field: 'employee', name: 'assigned', operator: 'exists', roles: ['admin', 'laboratory'] },
      { field: 'trackingImage', name: 'tracking', operator: 'exists' },
    ],
    sortable: ['createdAt', 'patientName'],
    sortableByFeature: {},
    sort: { field: 'createdAt', order: 'DESC' },
    calendar: {
      date: 'appointmentDateTime',
      minutes: 45,
      color: 'status',
      secondaryIcon: 'priorityLevel',
      lane: 'employee',
      laneWhere: { isActive: true },
    },
  },
  header: {
    placement: 'middle',
    roles: ['laboratory'],
    component: () => import('../pages/appointments/QuickSearch.tsx'),
  },
  show: { ...appointmentShow('list.notAssigned'), primaryActions: ['assign', 'completeDone'] },
  create: {
    success: 'toasts.appointmentCreated',
    // Spec 5 has no other checks.
    validatedFields: ['gender', 'employee', 'laboratory', 'priorityLevel', 'status'],
    sticky: ['appointmentDateTime', 'priorityLevel', 'specialInstructions'],
    duplicate: {
      label: 'resources.appointments.again',
      feature: 'lookup',
      fields: [
        ...(['patientName', ...patientDetails, 'address', 'employee', 'laboratory', 'priorityLevel', 'fees'] as const),
        'specialInstructions',
      ],
    },
    groups: {
      patient: [
        'image',
        {
          field: 'patientName',
          roles: ['admin'],
          label: 'resources.appointments.sorts.patientName',
          input: patientInput,
        },
        { field: 'patientName', roles: ['laboratory'], label: 'resources.appointments.fullName', input: patientInput },
        ...patientDetails,
        { field: 'address', wide: false },
      ],
      appointment: [
        { field: 'employee', roles: ['admin'], required: true, value: 'employeeId' },
        { field: 'laboratory', roles: ['admin'], required: true },
        ...(['priorityLevel', 'status', 'fees'] as const),
        { field: 'appointmentDateTime', input: visitTimeInput },
        'specialInstructions',
      ],
      documents: ['documents'],
    },
  },
  find: { secondary: ['dateOfBirth', 'contactNumber', 'appointmentDateTime', 'status'] },
  edit: {
    success: 'toasts.appointmentChanged',
    validatedFields: ['patientName', 'gender', 'priorityLevel', 'appointmentDateTime'],
    groups: {
      patient: ['patientName', ...patientDetails, 'address'],
      appointment: ['laboratory', 'priorityLevel', 'fees', 'appointmentDateTime', 'specialInstructions'],
    },
  },
  actions: appointmentActions,
  comments: true,
  roles: {
    admin: {
      list: '/appointments',
      form: '/add-appointment',
      can: manage,
      except: ['delete', 'import', 'uploadTracking'],
    },
    employee: {
      list: '/employee-appointments',
      can: [read, 'uploadTracking'],
      where: { employee: me },
    },
    laboratory: {
      list: '/laboratory-appointments',
      form: '/laboratory-add-appointment',
      can: [read, 'create'],
      where: { laboratory: me },
    },
  },
  api: appointmentsApi,
  table: { ...appointmentsTable, writable: true },
});
