import type { CallName } from '../../src/wire/index.ts';
import {
  act,
  byName,
  changed,
  create,
  edit,
  filters,
  ID,
  list,
  newEmployee,
  newest,
  newLaboratory,
  page,
  patient,
  patientFiles,
  photo,
  remove,
  sentByName,
  sentFilters,
  sentPatient,
  sentPhoto,
  week,
} from './callSamples.ts';
import { commonCalls, type SpecCall, UPLOAD } from './commonCalls.ts';

const LISTS = ['Failed to load appointments', 'Failed to fetch appointments'] as const; // spec 8.7
const TODAY = ["Failed to fetch today's appointments"] as const; // spec 8.8
const PROFILE = ['Failed to load user profile', 'Failed to fetch profile'] as const; // spec 8.10
const EMPLOYEES = ['Failed to load employees', 'Failed to fetch employees'] as const; // spec 8.7
const LABORATORIES = ['Failed to load laboratories', 'Failed to fetch laboratories'] as const; // spec 8.7
const ADMINS = ['The administrators could not be loaded'] as const;
const CREATE = ['Failed to create appointment'] as const;

/** The calls of spec 7, and those beyond it that a resource binds. */
export const SPEC = {
  ...commonCalls,

  adminDashboard: {
    wire: 'GET /admin/get-dashboard', // spec 7.15
    messages: ['Failed to load dashboard metrics', 'Failed to fetch dashboard data'], // spec 8.8
  },
  adminToday: { wire: 'GET /admin/get-today-appointments', messages: TODAY }, // spec 7.16
  activeEmployees: { wire: 'GET /admin/get-active-employees', messages: EMPLOYEES }, // spec 7.16
  adminEmployees: { wire: 'GET /admin/get-employees', send: list('employees'), messages: EMPLOYEES }, // spec 7.16
  adminLaboratories: { wire: 'GET /admin/get-laboratories', send: list('laboratories'), messages: LABORATORIES }, // spec 7.16
  // Beyond spec 7.
  admins: { wire: 'GET /admin/get-admins', send: list('admins'), data: [], messages: ADMINS },
  addAdmin: {
    wire: 'POST /admin/add-admin',
    send: create('admins', { fullName: 'Sam', email: 's@example.test', username: 'sam' }),
    body: { fullName: 'Sam', email: 's@example.test', username: 'sam' },
    messages: ADMINS,
  },
  deleteAdmin: { wire: 'POST /admin/delete-admin/{id}', send: remove('admins'), messages: ADMINS },
  approveName: {
    wire: 'POST /admin/approve-laboratory-name/{id}',
    send: act('laboratories', 'approveName', { requestedName: 'North Lab' }),
    body: { fullName: 'North Lab' },
    messages: ['Failed to update laboratory'],
  },
  refuseName: {
    wire: 'POST /admin/refuse-laboratory-name/{id}',
    send: act('laboratories', 'refuseName', { requestedName: 'North Lab' }),
    body: { fullName: 'North Lab' },
    messages: ['Failed to update laboratory'],
  },
  adminProfile: { wire: 'GET /admin/get-profile', messages: PROFILE }, // spec 7.17
  adminArchive: {
    wire: 'GET /admin/get-archeived', // spec 7.18
    send: list('archive', { ...filters, employee: 'e1', specialInstructions: '' }),
    query: { ...sentFilters, labortary: 'Natera', employeeId: 'e1', ...newest },
    ...page,
    messages: LISTS,
  },
  adminAppointments: {
    wire: 'GET /admin/get-appointments', // spec 7.19
    send: list('appointments', { ...filters, employee: 'e1', assigned: true, tracking: false }, ...byName),
    query: {
      ...sentFilters,
      labortary: 'Natera',
      employeeId: 'e1',
      assigned: 'True',
      tracking: 'False',
      ...sentByName,
    },
    ...page,
    messages: LISTS,
  },
  adminCreateAppointment: {
    wire: 'POST /admin/create-appointment', // spec 7.20
    send: () =>
      create('appointments', { ...patient, ...patientFiles(), employee: 'EMP-9', laboratory: 'Northside Lab' })(),
    body: { ...sentPatient, employeeId: 'EMP-9', labortary: 'Northside Lab' },
    messages: CREATE,
    wait: UPLOAD,
  },
  updateAppointment: {
    wire: 'POST /admin/update-appointment/{id}', // spec 7.21
    send: act('appointments', 'setStatus', { status: 'Rejected' }),
    body: { status: 'Rejected' },
    messages: ['Failed to update status. Please try again.'],
  },
  assignAppointment: {
    wire: 'POST /admin/assign-appointment/{id}', // spec 7.21
    send: act('appointments', 'assign', { employee: 'e-record-7' }),
    body: { employeeId: 'e-record-7' },
    messages: ['Failed to assign employee. Please try again.'],
  },
  addEmployee: {
    wire: 'POST /admin/add-employee', // spec 7.22
    send: () => create('employees', { ...newEmployee, image: photo() })(),
    body: { ...newEmployee, image: sentPhoto },
    messages: ['Failed to add employee'],
    wait: UPLOAD,
  },
  addLaboratory: {
    wire: 'POST /admin/add-laboratory', // spec 7.23
    send: () => create('laboratories', { ...newLaboratory, timings: week.slice(0, 1), image: photo() })(),
    body: {
      ...newLaboratory,
      'timings[0][day]': 'Monday',
      'timings[0][time][0]': '1970-01-01T09:00:00.000Z', // spec 5.22
      'timings[0][time][1]': '1970-01-01T17:30:00.000Z',
      image: sentPhoto,
    },
    messages: ['Failed to add laboratory'], // spec 8.14
    wait: UPLOAD,
  },
  changeEmployee: {
    wire: 'POST /admin/change-employee/{id}',
    send: edit('employees', { ...newEmployee, image: '/uploads/old.png' }),
    body: changed(newEmployee),
    messages: ['Failed to update employee'],
    wait: UPLOAD,
  },
  changeLaboratory: {
    wire: 'POST /admin/change-laboratory/{id}',
    send: () => edit('laboratories', { ...newLaboratory, timings: week.slice(0, 1), image: photo() })(),
    body: {
      ...changed(newLaboratory),
      'timings[0][day]': 'Monday',
      'timings[0][time][0]': '1970-01-01T09:00:00.000Z',
      'timings[0][time][1]': '1970-01-01T17:30:00.000Z',
      image: sentPhoto,
    },
    messages: ['Failed to update laboratory'],
    wait: UPLOAD,
  },
  deleteEmployee: {
    wire: 'POST /admin/delete-employee/{id}', // spec 7.24
    send: remove('employees'),
    messages: ['Failed to delete employee'],
  },
  deleteLaboratory: {
    wire: 'POST /admin/delete-laboratory/{id}', // spec 7.24
    send: remove('laboratories'),
    messages: ['Failed to delete laboratory'], // spec 8.14
  },
  transactions: {
    wire: 'GET /admin/get-transactions', // spec 7.25
    send: list('transactions'),
    messages: ['Failed to fetch transactions'],
  },
  totalEarning: { wire: 'GET /admin/get-total-earning', messages: ['Failed to fetch total earnings'] }, // spec 7.25
  recentTransaction: { wire: 'GET /admin/get-recent-transaction', messages: ['Failed to fetch recent transaction'] }, // spec 7.25
  updateTransaction: {
    wire: 'POST /admin/update-transaction/{id}', // spec 7.25
    send: act('transactions', 'setStatus', { status: 'Denied' }),
    body: { status: 'Denied' },
    messages: ['Failed to update transaction status'], // spec 8.15
  },

  employeeDashboard: {
    wire: 'GET /employee/get-dashboard', // spec 7.26
    messages: ['Failed to load summary data', 'Failed to fetch metrics.'],
  },
  employeeProfile: { wire: 'GET /employee/get-profile', messages: PROFILE }, // spec 7.26
  employeeToday: { wire: 'GET /employee/get-today-appointments', messages: TODAY }, // spec 7.26
  employeeLaboratories: { wire: 'GET /employee/get-laboratories', send: list('laboratories'), messages: LABORATORIES }, // spec 7.26
  employeeArchive: {
    wire: 'GET /employee/get-archeived', // spec 7.27
    send: list('archive', filters, ...byName),
    query: { ...sentFilters, labortary: 'Natera', ...sentByName },
    ...page,
    messages: LISTS,
  },
  employeeAppointments: {
    wire: 'GET /employee/get-appointments', // spec 7.27
    send: list('appointments', { ...filters, tracking: true }),
    query: { ...sentFilters, labortary: 'Natera', tracking: 'True', ...newest },
    ...page,
    messages: LISTS,
  },
  uploadTracking: {
    wire: 'POST /employee/upload-tracking/{id}', // spec 7.28
    send: () => act('appointments', 'uploadTracking', { trackingImage: photo() })(),
    body: { image: sentPhoto },
    data: { _id: ID },
    messages: ['Failed to upload tracking ID'], // spec 8.15
    wait: UPLOAD,
  },

  laboratoryDashboard: {
    wire: 'GET /laboratory/get-dashboard', // spec 7.29
    raw: true,
    messages: ['Failed to load dashboard data.'],
  },
  laboratoryProfile: { wire: 'GET /laboratory/get-profile', messages: PROFILE }, // spec 7.30
  laboratoryEmployees: { wire: 'GET /laboratory/get-employees', send: list('employees'), messages: EMPLOYEES }, // spec 7.30
  laboratoryAppointments: {
    wire: 'GET /laboratory/get-appointments', // spec 7.31
    send: list('appointments', { employee: 'e1', assigned: false, tracking: true, status: '', priorityLevel: null }),
    query: { page: '2', employeeId: 'e1', assigned: 'False', tracking: 'True', ...newest },
    ...page,
    messages: LISTS,
  },
  laboratoryArchive: {
    wire: 'GET /laboratory/get-archived', // spec 7.32
    send: list('archive', { status: 'Rejected', employee: 'e1' }),
    query: { page: '2', status: 'Rejected', employeeId: 'e1', ...newest },
    ...page,
    messages: LISTS,
  },
  laboratoryToday: { wire: 'GET /laboratory/get-today-appointments', messages: TODAY }, // spec 7.33
  laboratoryCreateAppointment: {
    wire: 'POST /laboratory/add-appointment', // spec 7.34
    send: () => create('appointments', { ...patient, ...patientFiles() })(),
    body: sentPatient,
    messages: CREATE,
    wait: UPLOAD,
  },
} satisfies Partial<Record<CallName, SpecCall>>;

export type SpecName = keyof typeof SPEC;
