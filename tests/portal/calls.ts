import type { CallName } from '../../src/wire/index.ts';
import {
  act,
  byName,
  create,
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

const LISTS = ['Failed to load appointments', 'Failed to fetch appointments'] as const;
const TODAY = ["Failed to fetch today's appointments"] as const;
const PROFILE = ['Failed to load user profile', 'Failed to fetch profile'] as const;
const EMPLOYEES = ['Failed to load employees', 'Failed to fetch employees'] as const;
const LABORATORIES = ['Failed to load laboratories', 'Failed to fetch laboratories'] as const;
const CREATE = ['Failed to create appointment'] as const;

/** Every call of spec 7. */
export const SPEC: Record<CallName, SpecCall> = {
  ...commonCalls,

  adminDashboard: {
    wire: 'GET /admin/get-dashboard',
    role: 'admin',
    told: ['Failed to load dashboard metrics', 'Failed to fetch dashboard data'],
  },
  adminToday: { wire: 'GET /admin/get-today-appointments', role: 'admin', told: TODAY },
  activeEmployees: { wire: 'GET /admin/get-active-employees', role: 'admin', told: EMPLOYEES },
  adminEmployees: { wire: 'GET /admin/get-employees', role: 'admin', send: list('employees'), told: EMPLOYEES },
  adminLaboratories: {
    wire: 'GET /admin/get-laboratories',
    role: 'admin',
    send: list('laboratories'),
    told: LABORATORIES,
  },
  // Beyond spec 7.
  audit: {
    wire: 'GET /admin/get-audit',
    role: 'admin',
    send: list('audit', { name: 'ann', deed: 'change', resource: '', day: '2026-03-08' }),
    query: { page: '2', name: 'ann', deed: 'change', day: '2026-03-08' },
    data: { entries: [], totalPages: 3 },
    told: ['The audit trail could not be fetched. Not every host keeps one.'],
  },
  adminProfile: { wire: 'GET /admin/get-profile', role: 'admin', told: PROFILE },
  adminArchive: {
    wire: 'GET /admin/get-archeived',
    role: 'admin',
    send: list('archive', { ...filters, employee: 'e1', specialInstructions: '' }),
    query: { ...sentFilters, labortary: 'Natera', employeeId: 'e1', ...newest },
    ...page,
    told: LISTS,
  },
  adminAppointments: {
    wire: 'GET /admin/get-appointments',
    role: 'admin',
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
    told: LISTS,
  },
  adminCreateAppointment: {
    wire: 'POST /admin/create-appointment',
    role: 'admin',
    send: () =>
      create('appointments', { ...patient, ...patientFiles(), employee: 'EMP-9', laboratory: 'Northside Lab' })(),
    body: { ...sentPatient, employeeId: 'EMP-9', labortary: 'Northside Lab' },
    told: CREATE,
    wait: UPLOAD,
  },
  updateAppointment: {
    wire: 'POST /admin/update-appointment/{id}',
    role: 'admin',
    send: act('appointments', 'setStatus', { status: 'Rejected' }),
    body: { status: 'Rejected' },
    told: ['Failed to update status. Please try again.'],
  },
  assignAppointment: {
    wire: 'POST /admin/assign-appointment/{id}',
    role: 'admin',
    send: act('appointments', 'assign', { employee: 'e-record-7' }),
    body: { employeeId: 'e-record-7' },
    told: ['Failed to assign employee. Please try again.'],
  },
  addEmployee: {
    wire: 'POST /admin/add-employee',
    role: 'admin',
    send: () => create('employees', { ...newEmployee, image: photo() })(),
    body: { ...newEmployee, image: sentPhoto },
    told: ['Failed to add employee'],
    wait: UPLOAD,
  },
  addLaboratory: {
    wire: 'POST /admin/add-laboratory',
    role: 'admin',
    send: () => create('laboratories', { ...newLaboratory, timings: week.slice(0, 1), image: photo() })(),
    body: {
      ...newLaboratory,
      'timings[0][day]': 'Monday',
      'timings[0][time][0]': '1970-01-01T09:00:00.000Z',
      'timings[0][time][1]': '1970-01-01T17:30:00.000Z',
      image: sentPhoto,
    },
    told: ['Failed to add laboratory'],
    wait: UPLOAD,
  },
  deleteEmployee: {
    wire: 'POST /admin/delete-employee/{id}',
    role: 'admin',
    send: remove('employees'),
    told: ['Failed to delete employee'],
  },
  deleteLaboratory: {
    wire: 'POST /admin/delete-laboratory/{id}',
    role: 'admin',
    send: remove('laboratories'),
    told: ['Failed to delete laboratory'],
  },
  transactions: {
    wire: 'GET /admin/get-transactions',
    role: 'admin',
    send: list('transactions'),
    told: ['Failed to fetch transactions'],
  },
  totalEarning: { wire: 'GET /admin/get-total-earning', role: 'admin', told: ['Failed to fetch total earnings'] },
  recentTransaction: {
    wire: 'GET /admin/get-recent-transaction',
    role: 'admin',
    told: ['Failed to fetch recent transaction'],
  },
  updateTransaction: {
    wire: 'POST /admin/update-transaction/{id}',
    role: 'admin',
    send: act('transactions', 'setStatus', { status: 'Denied' }),
    body: { status: 'Denied' },
    told: ['Failed to update transaction status'],
  },

  employeeDashboard: {
    wire: 'GET /employee/get-dashboard',
    role: 'employee',
    told: ['Failed to load summary data', 'Failed to fetch metrics.'],
  },
  employeeProfile: { wire: 'GET /employee/get-profile', role: 'employee', told: PROFILE },
  employeeToday: { wire: 'GET /employee/get-today-appointments', role: 'employee', told: TODAY },
  employeeLaboratories: {
    wire: 'GET /employee/get-laboratories',
    role: 'employee',
    send: list('laboratories'),
    told: LABORATORIES,
  },
  employeeArchive: {
    wire: 'GET /employee/get-archeived',
    role: 'employee',
    send: list('archive', filters, ...byName),
    query: { ...sentFilters, labortary: 'Natera', ...sentByName },
    ...page,
    told: LISTS,
  },
  employeeAppointments: {
    wire: 'GET /employee/get-appointments',
    role: 'employee',
    send: list('appointments', { ...filters, tracking: true }),
    query: { ...sentFilters, labortary: 'Natera', tracking: 'True', ...newest },
    ...page,
    told: LISTS,
  },
  uploadTracking: {
    wire: 'POST /employee/upload-tracking/{id}',
    role: 'employee',
    send: () => act('appointments', 'uploadTracking', { trackingImage: photo() })(),
    body: { image: sentPhoto },
    data: { _id: ID },
    told: ['Failed to upload tracking ID'],
    wait: UPLOAD,
  },

  laboratoryDashboard: {
    wire: 'GET /laboratory/get-dashboard',
    role: 'laboratory',
    raw: true,
    told: ['Failed to load dashboard data.'],
  },
  laboratoryProfile: { wire: 'GET /laboratory/get-profile', role: 'laboratory', told: PROFILE },
  laboratoryEmployees: {
    wire: 'GET /laboratory/get-employees',
    role: 'laboratory',
    send: list('employees'),
    told: EMPLOYEES,
  },
  laboratoryAppointments: {
    wire: 'GET /laboratory/get-appointments',
    role: 'laboratory',
    send: list('appointments', { employee: 'e1', assigned: false, tracking: true, status: '', priorityLevel: null }),
    query: { page: '2', employeeId: 'e1', assigned: 'False', tracking: 'True', ...newest },
    ...page,
    told: LISTS,
  },
  laboratoryArchive: {
    wire: 'GET /laboratory/get-archived',
    role: 'laboratory',
    send: list('archive', { status: 'Rejected', employee: 'e1' }),
    query: { page: '2', status: 'Rejected', employeeId: 'e1', ...newest },
    ...page,
    told: LISTS,
  },
  laboratoryToday: { wire: 'GET /laboratory/get-today-appointments', role: 'laboratory', told: TODAY },
  laboratoryCreateAppointment: {
    wire: 'POST /laboratory/add-appointment',
    role: 'laboratory',
    send: () => create('appointments', { ...patient, ...patientFiles() })(),
    body: sentPatient,
    told: CREATE,
    wait: UPLOAD,
  },
};
