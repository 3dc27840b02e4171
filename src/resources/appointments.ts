import { defineResource } from '../config/resource.ts';
import {
  address,
  choice,
  date,
  dateTime,
  email,
  files,
  image,
  longText,
  money,
  number,
  phone,
  reference,
  text,
} from '../fields/index.ts';
import { appointmentsApi } from '../wire/appointments.ts';
import { APPOINTMENT_STATUSES, EXTRA_LABORATORIES, GENDERS, PRIORITIES } from '../wire/values.ts';

/** The popup of an appointment, open or archived; `unassigned` is the i18n key shown where no employee is assigned, `ordinary` that of a missing priority. */
export const appointmentDetails = (unassigned: string, ordinary?: string) =>
  ({
    title: 'patientName',
    photo: 'image',
    chips: ['status', 'priorityLevel'],
    groups: [
      {
        label: 'resources.appointments.groups.appointment',
        fields: [
          'appointmentDateTime',
          'laboratory',
          { field: 'priorityLevel', missing: ordinary },
          'status',
          { field: 'employee', missing: unassigned },
          { field: 'specialInstructions', missing: 'list.none', wide: true },
        ],
      },
      {
        label: 'resources.appointments.groups.documents',
        fields: [{ field: 'documents', missing: 'list.noDocuments', wide: true }],
      },
      {
        label: 'resources.appointments.groups.tracking',
        fields: [{ field: 'trackingImage', missing: 'list.noTracking', wide: true }],
      },
      { label: 'resources.appointments.groups.patient', fields: ['gender', 'dateOfBirth', 'age'] },
      {
        label: 'resources.appointments.groups.contact',
        fields: ['email', 'contactNumber', { field: 'address', wide: true }],
      },
    ],
  }) as const;

/** A patient's appointment at home (spec 2, 3). */
export default defineResource({
  name: 'appointments',
  icon: 'event',
  order: 10,
  fields: {
    patientName: text({ required: true }),
    image: image(),
    email: email(),
    age: number({ whole: true, min: 0, max: 150, message: 'validation.age' }),
    contactNumber: phone(),
    accountNumber: text({ most: 64 }),
    address: address(),
    dateOfBirth: date(),
    gender: choice({ choices: GENDERS, required: true }),
    employee: reference({ to: 'employees', text: '{employeeId} - {fullName}', none: 'list.noEmployee' }),
    laboratory: reference({ to: 'laboratories', text: '{fullName}', value: 'fullName', also: EXTRA_LABORATORIES }),
    priorityLevel: choice({ choices: PRIORITIES, required: true, chip: true }),
    status: choice({ choices: APPOINTMENT_STATUSES, required: true, chip: true, default: 'Pending' }),
    fees: money(),
    appointmentDateTime: dateTime({ required: true }),
    specialInstructions: longText({ placeholder: 'resources.appointments.placeholder' }),
    documents: files({ most: 10 }),
    trackingImage: image({ camera: true, readOnly: true }),
    createdAt: dateTime({ readOnly: true }),
  },
  list: {
    columns: [
      { field: 'patientName', photo: 'image', under: ['age', 'laboratory'] },
      'age',
      'appointmentDateTime',
      { field: 'laboratory', label: 'resources.appointments.columns.laboratory' },
      'priorityLevel',
      {
        field: 'specialInstructions',
        label: 'resources.appointments.columns.specialInstructions',
        missing: 'list.none',
      },
      { field: 'status', action: 'setStatus', under: ['priorityLevel'] },
    ],
    filters: [
      { field: 'appointmentDateTime', name: 'appointmentDate' },
      'status',
      'priorityLevel',
      { field: 'laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['admin', 'laboratory'], marked: ['laboratory'] },
      {
        field: 'employee',
        name: 'assigned',
        test: 'present',
        roles: ['admin', 'laboratory'],
        words: { yes: 'list.assigned', no: 'list.unassigned' },
      },
      {
        field: 'trackingImage',
        name: 'tracking',
        test: 'present',
        words: { yes: 'list.uploaded', no: 'list.notUploaded' },
      },
    ],
    sortable: ['createdAt', 'patientName'],
    sort: { field: 'createdAt', order: 'DESC' },
    empty: 'resources.appointments.empty',
    calendar: {
      date: 'appointmentDateTime',
      minutes: 45,
      title: 'patientName',
      color: 'status',
      mark: 'priorityLevel',
      lane: 'employee',
      laneFilter: { isActive: true },
      assign: 'assign',
      busy: ['Pending'],
    },
  },
  header: {
    place: 'middle',
    roles: ['laboratory'],
    component: () => import('../pages/appointments/QuickSearch.tsx'),
  },
  show: appointmentDetails('list.notAssigned'),
  create: {
    title: 'resources.appointments.create',
    success: 'toasts.appointmentCreated',
    // Spec 5 has no other checks.
    checks: ['gender', 'employee', 'laboratory', 'priorityLevel', 'status'],
    groups: [
      {
        label: 'resources.appointments.groups.patient',
        fields: [
          { field: 'image', wide: true },
          { field: 'patientName', roles: ['admin'], label: 'resources.appointments.sorts.patientName' },
          { field: 'patientName', roles: ['laboratory'], label: 'resources.appointments.fullName' },
          'email',
          'age',
          'contactNumber',
          'accountNumber',
          'dateOfBirth',
          'gender',
          'address',
        ],
      },
      {
        label: 'resources.appointments.groups.appointment',
        fields: [
          { field: 'employee', roles: ['admin'], required: true, value: 'employeeId' },
          { field: 'laboratory', roles: ['admin'], required: true },
          'priorityLevel',
          'status',
          'fees',
          'appointmentDateTime',
          { field: 'specialInstructions', wide: true },
        ],
      },
      { label: 'resources.appointments.groups.documents', fields: [{ field: 'documents', wide: true }] },
    ],
  },
  find: { field: 'patientName', under: ['dateOfBirth', 'contactNumber', 'appointmentDateTime', 'status'] },
  import: {
    example: {
      patientName: 'Maria Muñoz',
      email: 'maria@example.com',
      age: '44',
      contactNumber: '+12125550123',
      dateOfBirth: '1982-03-08',
      gender: 'Female',
      address: '12 Elm Street, New York, NY 10001',
      employee: 'EMP-1001',
      laboratory: 'Natera',
      priorityLevel: 'High',
      status: 'Pending',
      fees: '120.50',
      appointmentDateTime: '2026-12-01 09:30',
      specialInstructions: 'Fasting for 12 hours',
    },
  },
  actions: {
    setStatus: { field: 'status', in: 'row', success: 'toasts.statusUpdated' },
    assign: {
      field: 'employee',
      in: 'show',
      whileEmpty: 'employee',
      label: 'resources.appointments.assign',
      success: 'toasts.assigned',
    },
    uploadTracking: {
      field: 'trackingImage',
      in: 'show',
      whileEmpty: 'trackingImage',
      label: 'resources.appointments.uploadTracking',
      success: 'toasts.trackingUploaded',
    },
    patientData: {
      field: 'patientName',
      in: 'show',
      component: () => import('../pages/appointments/PatientData.tsx'),
    },
  },
  roles: {
    admin: {
      list: '/appointments',
      form: '/add-appointment',
      can: ['list', 'show', 'create', 'export', 'import', 'setStatus', 'assign', 'patientData'],
    },
    employee: { list: '/employee-appointments', can: ['list', 'show', 'export', 'uploadTracking'] },
    laboratory: {
      list: '/laboratory-appointments',
      form: '/laboratory-add-appointment',
      can: ['list', 'show', 'create', 'export', 'import'],
    },
  },
  api: appointmentsApi,
});
