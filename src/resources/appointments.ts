import {
  address,
  type ChipTone,
  choice,
  date,
  dateTime,
  defineResource,
  email,
  files,
  image,
  longText,
  ME,
  money,
  number,
  phone,
  reference,
  text,
} from 'portal-frame';
import { appointmentsApi } from '../wire/appointmentApi.ts';
import { APPOINTMENT_STATUSES, EXTRA_LABORATORIES, GENDERS, PRIORITIES } from '../wire/enums.ts';
import { GAPS, type Gap } from '../wire/orderApi.ts';
import { VISIT_STATES } from '../wire/visitReportApi.ts';
import testOrders from './testOrders.ts';

const status = {
  choices: APPOINTMENT_STATUSES,
  required: true,
  chip: true,
  otherwise: { tone: 'warning', icon: 'clock' },
  default: 'Pending',
} as const;
/** The status in today's tables and archives: yellow unless completed or rejected (spec 2). Elsewhere a pending visit needs no colour. */
export const coloredStatusField = choice(status);

/** The popup of an appointment, open or archived; `unassigned` is the i18n key shown where no employee is assigned, `ordinary` that of a missing priority. */
export const appointmentShow = (unassigned: string, ordinary?: string) =>
  ({
    title: 'patientName',
    photo: 'image',
    chips: ['status', 'priorityLevel', 'visitState', 'readiness'],
    groups: [
      {
        label: 'resources.appointments.groups.appointment',
        fields: [
          'appointmentDateTime',
          'laboratory',
          { field: 'priorityLevel', placeholder: ordinary },
          'status',
          { field: 'cancelReason', hideEmpty: true, wide: true },
          { field: 'employee', placeholder: unassigned },
          { field: 'specialInstructions', placeholder: 'list.none', wide: true },
        ],
      },
      {
        label: 'resources.appointments.groups.documents',
        fields: [{ field: 'documents', placeholder: 'list.noDocuments', wide: true }],
      },
      {
        label: 'resources.appointments.groups.tracking',
        fields: [{ field: 'trackingImage', placeholder: 'list.noTracking', wide: true }],
      },
      { label: 'resources.appointments.groups.patient', fields: ['gender', 'dateOfBirth', 'age'] },
      {
        label: 'resources.appointments.groups.contact',
        fields: ['email', 'contactNumber', { field: 'address', wide: true }],
      },
    ],
  }) as const;

/** What its employees reported of a visit. */
export const visitReportsAction = {
  field: 'visitState',
  placement: 'show',
  component: () => import('../pages/appointments/VisitReports.tsx'),
} as const;

/** What a dispatcher works through lies in the order of the visits, with whose they are. */
const byVisit = {
  sort: { field: 'appointmentDateTime', order: 'ASC' },
  perPage: 50,
  extraColumns: ['employee'],
  hiddenColumns: ['specialInstructions'],
  groupByDay: 'appointmentDateTime',
} as const;

/** The day shows how far each visit is, which takes the room of what the popup has. */
const byReport = {
  ...byVisit,
  extraColumns: ['employee', 'visitState'],
  hiddenColumns: ['specialInstructions', 'age', 'laboratory'],
} as const;

/** What is to be drawn, and what is missing for it. */
export const orderAction = {
  field: 'readiness',
  placement: 'show',
  component: () => import('../pages/orders/OrderPart.tsx'),
} as const;

/** A visit without an order is drawn on paper; a patient who refuses or has eaten cannot be drawn. Others can be mended. */
const GAP_TONES: { readonly [gap in Gap]?: ChipTone } = { noOrder: 'default', declined: 'error', notFasting: 'error' };

const patientInput = () => import('../pages/appointments/PatientInput.tsx');

/** What a new appointment brings of its order, which is a record of its own. */
const { tests, orderedBy, requisition } = testOrders.fields;

/** Where they stand, open or archived. */
export const appointmentsTable = {
  name: 'appointments',
  columns: {
    ...{
      employee: 'employee_id',
      priorityLevel: 'priority',
      fees: 'fees_cents',
      appointmentDateTime: 'scheduled_at',
    },
    ...{ specialInstructions: 'instructions', documents: null, visitState: 'visit_state', readiness: null },
    ...{ tests: null, orderedBy: null, requisition: null },
  },
  idColumns: { laboratory: 'laboratory_id' },
  sortKeyColumns: { patientName: 'patient_key' },
} as const;

/** A patient's appointment at home (spec 2, 3). */
export default defineResource({
  name: 'appointments',
  icon: 'event',
  order: 10,
  fields: {
    patientName: text({ required: true }),
    image: image(),
    email: email(),
    age: number({ integer: true, min: 0, max: 150, message: 'validation.age' }),
    contactNumber: phone(),
    accountNumber: text({ most: 64 }),
    address: address(),
    dateOfBirth: date(),
    gender: choice({ choices: GENDERS, required: true }),
    employee: reference({
      to: 'employees',
      text: '{employeeId} - {fullName}',
      secondary: ['jobRole', 'shiftTiming'],
      when: { isActive: true },
      noOptionsText: 'list.noEmployee',
    }),
    laboratory: reference({
      to: 'laboratories',
      text: '{fullName}',
      value: 'fullName',
      extraOptions: EXTRA_LABORATORIES,
    }),
    priorityLevel: choice({ choices: PRIORITIES, required: true, chip: true }),
    status: choice({ ...status, values: { Pending: { tone: 'default', icon: 'clock' } } }),
    fees: money(),
    appointmentDateTime: dateTime({ required: true }),
    specialInstructions: longText({ placeholder: 'resources.appointments.placeholder' }),
    documents: files({ most: 10 }),
    trackingImage: image({ camera: true, readOnly: true }),
    cancelReason: longText({ most: 500 }),
    createdAt: dateTime({ readOnly: true }),
    visitState: choice({
      choices: VISIT_STATES,
      values: {
        started: { label: 'visitReports.kinds.started', tone: 'info', icon: 'clock' },
        done: { label: 'visitReports.kinds.done', tone: 'success', icon: 'check' },
        couldNotDraw: { label: 'visitReports.kinds.couldNotDraw', tone: 'error', icon: 'cancel' },
      },
      chip: true,
      readOnly: true,
    }),
    readiness: choice({
      choices: GAPS,
      values: Object.fromEntries(
        GAPS.map((gap) => [
          gap,
          { label: `orders.gaps.${gap}`, tone: GAP_TONES[gap] ?? 'warning', icon: 'alert' } as const,
        ]),
      ),
      chip: true,
      readOnly: true,
    }),
    ...{ tests, orderedBy, requisition },
  },
  list: {
    columns: [
      { field: 'patientName', photo: 'image', secondary: ['age', 'laboratory'] },
      'age',
      'appointmentDateTime',
      { field: 'laboratory', label: 'resources.appointments.columns.laboratory' },
      'priorityLevel',
      {
        field: 'specialInstructions',
        label: 'resources.appointments.columns.specialInstructions',
        placeholder: 'list.none',
      },
      {
        field: 'employee',
        action: 'assignTo',
        roles: ['admin'],
        hidden: true,
        feature: 'dispatch',
        placeholder: 'list.notAssigned',
      },
      { field: 'visitState', hidden: true, feature: 'visitReports' },
      { field: 'readiness', hidden: true, feature: 'orders' },
      { field: 'status', action: 'setStatus', secondary: ['priorityLevel'] },
    ],
    tabs: [
      { name: 'unassigned', filter: { tab: 'unassigned' }, ...byVisit },
      { name: 'today', filter: { tab: 'today' }, ...byReport },
      { name: 'upcoming', filter: { tab: 'upcoming' }, ...byVisit },
      { name: 'late', filter: { tab: 'late' }, ...byReport },
      { name: 'done', filter: { tab: 'done' }, ...byVisit },
      { name: 'all' },
    ].map((tab) => ({ ...tab, label: `resources.appointments.tabs.${tab.name}` })),
    filters: [
      { field: 'appointmentDateTime', name: 'appointmentDate' },
      { field: 'appointmentDateTime', name: 'from', test: 'from', feature: 'dispatch' },
      { field: 'appointmentDateTime', name: 'to', test: 'to', feature: 'dispatch' },
      'status',
      'priorityLevel',
      { field: 'laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['admin', 'laboratory'], required: ['laboratory'] },
      {
        field: 'employee',
        name: 'assigned',
        test: 'present',
        roles: ['admin', 'laboratory'],
        labels: { yes: 'list.assigned', no: 'list.unassigned' },
      },
      {
        field: 'trackingImage',
        name: 'tracking',
        test: 'present',
        labels: { yes: 'list.uploaded', no: 'list.notUploaded' },
      },
    ],
    sortable: ['createdAt', 'patientName'],
    sortableByFeature: { dispatch: ['appointmentDateTime'] },
    sort: { field: 'createdAt', order: 'DESC' },
    empty: 'resources.appointments.empty',
    calendar: {
      date: 'appointmentDateTime',
      minutes: 45,
      title: 'patientName',
      color: 'status',
      secondaryIcon: 'priorityLevel',
      warning: 'readiness',
      lane: 'employee',
      laneFilter: { isActive: true },
      assign: 'assign',
      reassign: 'reassign',
      unassign: 'unassign',
      move: 'move',
      conflictValues: ['Pending'],
    },
  },
  header: {
    placement: 'middle',
    roles: ['laboratory'],
    component: () => import('../pages/appointments/QuickSearch.tsx'),
  },
  show: {
    ...appointmentShow('list.notAssigned'),
    primaryActions: ['assign', 'reportVisit', 'completeDone', 'move'],
  },
  create: {
    title: 'resources.appointments.create',
    success: 'toasts.appointmentCreated',
    // Spec 5 has no other checks.
    validatedFields: ['gender', 'employee', 'laboratory', 'priorityLevel', 'status'],
    sticky: ['appointmentDateTime', 'priorityLevel', 'specialInstructions', 'tests', 'orderedBy'],
    duplicate: {
      label: 'resources.appointments.again',
      feature: 'dispatch',
      fields: [
        'patientName',
        'email',
        'age',
        'contactNumber',
        'accountNumber',
        'dateOfBirth',
        'gender',
        'address',
        'employee',
        'laboratory',
        'priorityLevel',
        'fees',
        'specialInstructions',
        'tests',
        'orderedBy',
      ],
    },
    groups: [
      {
        label: 'resources.appointments.groups.patient',
        fields: [
          { field: 'image', wide: true },
          {
            field: 'patientName',
            roles: ['admin'],
            label: 'resources.appointments.sorts.patientName',
            input: patientInput,
          },
          {
            field: 'patientName',
            roles: ['laboratory'],
            label: 'resources.appointments.fullName',
            input: patientInput,
          },
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
      {
        label: 'resources.appointments.groups.tests',
        feature: 'orders',
        fields: [{ field: 'tests', wide: true }, 'orderedBy', 'requisition'],
      },
    ],
  },
  find: { field: 'patientName', secondary: ['dateOfBirth', 'contactNumber', 'appointmentDateTime', 'status'] },
  import: {
    optional: ['employee'],
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
      tests: 'Lipid Panel; Glucose',
      orderedBy: 'Dr. Chen',
      requisition: 'R-1001',
    },
  },
  edit: {
    success: 'toasts.appointmentChanged',
    validatedFields: ['patientName', 'gender', 'priorityLevel', 'appointmentDateTime'],
    groups: [
      {
        label: 'resources.appointments.groups.patient',
        fields: [
          'patientName',
          'email',
          'age',
          'contactNumber',
          'accountNumber',
          'dateOfBirth',
          'gender',
          { field: 'address', wide: true },
        ],
      },
      {
        label: 'resources.appointments.groups.appointment',
        fields: [
          'laboratory',
          'priorityLevel',
          'fees',
          'appointmentDateTime',
          { field: 'specialInstructions', wide: true },
        ],
      },
    ],
  },
  actions: {
    reportVisit: {
      field: 'visitState',
      placement: 'show',
      while: { status: ['Pending'] },
      component: () => import('../pages/runSheet/ReportPart.tsx'),
    },
    order: orderAction,
    visitReports: visitReportsAction,
    setStatus: {
      field: 'status',
      placement: 'row',
      success: 'toasts.statusUpdated',
      undo: true,
      undoFields: ['cancelReason'],
    },
    assign: {
      field: 'employee',
      placement: 'show',
      whileEmpty: 'employee',
      label: 'resources.appointments.assign',
      success: 'toasts.assigned',
      undo: true,
    },
    assignTo: {
      field: 'employee',
      placement: 'row',
      bulk: true,
      while: { status: ['Pending'] },
      label: 'resources.appointments.assignTo',
      success: 'toasts.assigned',
      undo: true,
    },
    complete: {
      field: 'status',
      placement: 'row',
      bulk: true,
      while: { status: ['Pending'] },
      value: 'Completed',
      label: 'resources.appointments.complete',
      undo: true,
    },
    completeDone: {
      field: 'status',
      placement: 'header',
      while: { status: ['Pending'], visitState: ['done'] },
      value: 'Completed',
      label: 'resources.appointments.complete',
      success: 'toasts.statusUpdated',
      undo: true,
    },
    reassign: {
      field: 'employee',
      placement: 'header',
      whileFilled: 'employee',
      whileEmpty: 'trackingImage',
      while: { status: ['Pending'] },
      label: 'resources.appointments.reassign',
      success: 'toasts.assigned',
      undo: true,
    },
    move: {
      field: 'appointmentDateTime',
      placement: 'header',
      whileEmpty: 'trackingImage',
      while: { status: ['Pending'] },
      label: 'resources.appointments.move',
      success: 'toasts.moved',
      undo: true,
    },
    unassign: {
      field: 'employee',
      placement: 'header',
      whileFilled: 'employee',
      whileEmpty: 'trackingImage',
      while: { status: ['Pending'] },
      value: null,
      label: 'resources.appointments.unassign',
      success: 'toasts.unassigned',
      undo: true,
    },
    cancel: {
      field: 'cancelReason',
      placement: 'header',
      while: { status: ['Pending'] },
      label: 'resources.appointments.cancel',
      success: 'toasts.cancelled',
      undo: true,
      undoFields: ['status'],
    },
    uploadTracking: {
      field: 'trackingImage',
      placement: 'show',
      whileEmpty: 'trackingImage',
      label: 'resources.appointments.uploadTracking',
      success: 'toasts.trackingUploaded',
    },
    patientData: {
      field: 'patientName',
      placement: 'header',
      component: () => import('../pages/appointments/PatientData.tsx'),
    },
  },
  roles: {
    admin: {
      list: '/appointments',
      form: '/add-appointment',
      can: [
        'list',
        'show',
        'create',
        'edit',
        'export',
        'import',
        'setStatus',
        'assign',
        'assignTo',
        'complete',
        'completeDone',
        'reassign',
        'unassign',
        'move',
        'cancel',
        'patientData',
        'visitReports',
        'order',
      ],
    },
    employee: {
      list: '/employee-appointments',
      can: ['list', 'show', 'export', 'uploadTracking', 'reportVisit', 'visitReports', 'order'],
      rows: { employee: ME },
    },
    laboratory: {
      list: '/laboratory-appointments',
      form: '/laboratory-add-appointment',
      can: ['list', 'show', 'create', 'export', 'import', 'visitReports', 'order'],
      rows: { laboratory: ME },
    },
  },
  api: appointmentsApi,
  table: appointmentsTable,
});
