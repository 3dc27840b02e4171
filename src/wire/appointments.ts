import { z } from 'zod';
import { email, missing, phone, text } from '../fields/rules.ts';
import type { AnyRecord, ChangeBinding, ListBinding, ListParams, Page, ResourceApi } from './binding.ts';
import { call, type FailureTexts, failing, type Role } from './call.ts';
import {
  APPOINTMENT_STATUSES,
  asList,
  asNumber,
  asObject,
  asText,
  day,
  flag,
  fromFlag,
  GENDERS,
  localDateTime,
  nonEmpty,
  PRIORITIES,
  toFlag,
} from './values.ts';

/** An appointment as the wire has it (spec 3). The provider's host may leave anything but _id out. */
export const wireAppointment = z.object({
  _id: z.string(),
  patientName: z.string(),
  image: z.string().nullish(),
  age: z.number().nullish(),
  email: z.string().nullish(),
  contactNumber: z.string().nullish(),
  address: z.string().nullish(),
  accountNumber: z.string().nullish(),
  dateOfBirth: z.string().nullish(),
  gender: z.string().nullish(),
  employeeId: z.object({ _id: z.string(), employeeId: z.string(), fullName: z.string() }).nullish(),
  labortary: z.string().nullish(),
  laboratoryId: z.string().nullish(),
  fees: z.number().nullish(),
  priorityLevel: z.string().nullish(),
  appointmentDateTime: z.string(),
  status: z.string().nullish(),
  specialInstructions: z.string().nullish(),
  documents: z.array(z.string()),
  trackingId: z.string().nullish(),
  createdAt: z.string(),
});
export type WireAppointment = z.infer<typeof wireAppointment>;

/** The employee an appointment is assigned to. */
export interface EmployeeRef {
  id: string;
  employeeId: string;
  fullName: string;
}

/** An appointment in our words. Times are ISO 8601 in UTC, files are addresses relative to the host. */
export interface Appointment extends AnyRecord {
  patientName: string;
  image: string | null;
  age: number | null;
  email: string;
  contactNumber: string;
  address: string;
  accountNumber: string;
  dateOfBirth: string | null;
  gender: string;
  employee: EmployeeRef | null;
  laboratory: string;
  fees: number | null;
  priorityLevel: string;
  appointmentDateTime: string;
  status: string;
  specialInstructions: string;
  documents: string[];
  trackingImage: string | null;
  createdAt: string;
}

/** The employee stands under `employeeId`, or under `employee` in a laboratory's lists (spec 7). */
function readEmployee(wire: Record<string, unknown>): EmployeeRef | null {
  const person = [wire.employeeId, wire.employee].map(asObject).find((one) => one.employeeId || one.fullName);
  if (!person) return null;
  const code = asText(person.employeeId);
  return { id: asText(person._id) || code, employeeId: code, fullName: asText(person.fullName) };
}

/** Reads one appointment of either host; what is missing becomes '' or null. */
export function readAppointment(value: unknown): Appointment {
  const wire = asObject(value);
  return {
    id: asText(wire._id),
    patientName: asText(wire.patientName),
    image: asText(wire.image) || null,
    age: asNumber(wire.age),
    email: asText(wire.email),
    contactNumber: asText(wire.contactNumber),
    address: asText(wire.address),
    accountNumber: asText(wire.accountNumber),
    dateOfBirth: asText(wire.dateOfBirth) || null,
    gender: asText(wire.gender),
    employee: readEmployee(wire),
    laboratory: asText(wire.labortary),
    fees: asNumber(wire.fees),
    priorityLevel: asText(wire.priorityLevel),
    appointmentDateTime: asText(wire.appointmentDateTime),
    status: asText(wire.status) || 'Pending',
    specialInstructions: asText(wire.specialInstructions),
    documents: asList<string>(wire.documents),
    trackingImage: asText(wire.trackingId) || null,
    createdAt: asText(wire.createdAt),
  };
}

/** The server's side of `readAppointment`. */
export function writeAppointment(record: Appointment, laboratoryId: string | null): WireAppointment {
  const { id, employee, laboratory, trackingImage, ...rest } = record;
  return {
    _id: id,
    ...rest,
    employeeId: employee && { _id: employee.id, employeeId: employee.employeeId, fullName: employee.fullName },
    labortary: laboratory,
    laboratoryId,
    trackingId: trackingImage,
  } as WireAppointment;
}

const sortFields = z.enum(['createdAt', 'patientName'], { error: 'validation.sortField' });
const sortOrder = z.enum(['-1', '1'], { error: 'validation.sortOrder' });
const page = z.coerce
  .number({ error: 'validation.page' })
  .int({ error: 'validation.page' })
  .min(1, { error: 'validation.page' })
  .max(1e9, { error: 'validation.page' });

const archiveQuery = z.object({
  page: page.default(1),
  status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }).optional(),
  priorityLevel: z.enum(PRIORITIES, { error: 'validation.priority' }).optional(),
  labortary: text(200).optional(),
  employeeId: text(64).optional(),
  dateAndTime: day.optional(),
  sortFields: sortFields.default('createdAt'),
  sortOrder: sortOrder.default('-1'),
  /** Beyond spec 7, for a popup opened by its address: that one record. Hosts that don't know it ignore it. */
  id: text(64).optional(),
});
const listQuery = archiveQuery.extend({ assigned: flag.optional(), tracking: flag.optional() });
export type AppointmentQuery = z.infer<typeof listQuery>;

/** react-admin's list parameters as the wire spells them: only what is set is sent. */
export function toAppointmentQuery({ page, sort, filter }: ListParams): Record<string, unknown> {
  return nonEmpty({
    page,
    status: filter.status,
    priorityLevel: filter.priorityLevel,
    labortary: filter.laboratory,
    employeeId: filter.employee,
    dateAndTime: filter.appointmentDate,
    sortFields: sort.field,
    sortOrder: sort.order === 'ASC' ? 1 : -1,
    assigned: toFlag(filter.assigned),
    tracking: toFlag(filter.tracking),
    id: filter.id,
  });
}

/** The server's side of `toAppointmentQuery`. */
export function fromAppointmentQuery(query: AppointmentQuery) {
  const {
    page,
    sortFields: field,
    sortOrder: order,
    labortary,
    employeeId,
    dateAndTime,
    assigned,
    tracking,
    ...rest
  } = query;
  return {
    page,
    sort: { field, order: order === '1' ? ('ASC' as const) : ('DESC' as const) },
    filter: {
      ...rest,
      laboratory: labortary,
      employee: employeeId,
      appointmentDate: dateAndTime,
      assigned: fromFlag(assigned),
      tracking: fromFlag(tracking),
    },
  };
}

const required = (field: string) => text().min(1, { error: missing(field) });
const oneOf = <const V extends readonly string[]>(values: V, field: string) =>
  z.enum(values, { error: missing(field) });

const newAppointment = z.object({
  patientName: required('patientName').max(200),
  email: z.union([z.literal(''), email]).optional(),
  age: z.coerce
    .number({ error: 'validation.age' })
    .int({ error: 'validation.age' })
    .min(0, { error: 'validation.age' })
    .max(150, { error: 'validation.age' })
    .optional(),
  contactNumber: z.union([z.literal(''), phone]).optional(),
  accountNumber: text(64).optional(),
  address: text(500).optional(),
  dateOfBirth: z.union([z.literal(''), day]).optional(),
  gender: z
    .enum([...GENDERS, 'Other'], { error: missing('gender') })
    .transform((value) => (value === 'Other' ? 'Others' : value)),
  priorityLevel: oneOf(PRIORITIES, 'priorityLevel'),
  status: oneOf(APPOINTMENT_STATUSES, 'status'),
  fees: z.coerce
    .number({ error: 'validation.fees' })
    .min(0, { error: 'validation.fees' })
    .max(1_000_000, { error: 'validation.fees' })
    .optional(),
  appointmentDateTime: localDateTime,
  specialInstructions: text(4000).optional(),
});
const newAdminAppointment = newAppointment.extend({
  employeeId: required('employee'),
  labortary: required('laboratory'),
});
export type NewAppointment = z.infer<typeof newAppointment> & { employeeId?: string; labortary?: string };

/** What the form holds, as the fields of the multipart request. */
function toNewAppointment(values: Record<string, unknown>): Record<string, unknown> {
  const { employee, laboratory, ...rest } = values;
  return { ...nonEmpty(rest), ...nonEmpty({ employeeId: employee, labortary: laboratory }) };
}

const pageOfAppointments = z.object({ appointments: z.array(wireAppointment), totalPages: z.number() });
const image = { accepts: 'image', most: 1 } as const;
const newFiles = { image, documents: { accepts: 'document', most: 10 } } as const;
const listFailure: FailureTexts = { refused: 'errors.loadAppointments', lost: 'errors.fetchAppointments' };
const todayFailure = failing('errors.fetchToday');

const get = <const P extends string, Q extends z.ZodObject>(role: Role, path: P, query: Q, summary: string) =>
  call({ method: 'GET', path, roles: [role], summary, query, data: pageOfAppointments, failure: listFailure });
const getToday = <const P extends string>(role: Role, path: P) =>
  call({
    method: 'GET',
    path,
    roles: [role],
    summary: "Today's appointments.",
    data: z.array(wireAppointment),
    failure: todayFailure,
  });

export const appointmentCalls = {
  adminAppointments: get('admin', '/admin/get-appointments', listQuery, 'A page of all appointments.'),
  adminArchive: get('admin', '/admin/get-archeived', archiveQuery, 'A page of completed and rejected appointments.'),
  adminToday: getToday('admin', '/admin/get-today-appointments'),
  employeeAppointments: get(
    'employee',
    '/employee/get-appointments',
    listQuery.omit({ assigned: true }),
    'A page of the appointments assigned to me.',
  ),
  employeeArchive: get(
    'employee',
    '/employee/get-archeived',
    archiveQuery,
    'A page of my completed and rejected appointments.',
  ),
  employeeToday: getToday('employee', '/employee/get-today-appointments'),
  laboratoryAppointments: get(
    'laboratory',
    '/laboratory/get-appointments',
    listQuery,
    "A page of my laboratory's appointments.",
  ),
  laboratoryArchive: get(
    'laboratory',
    '/laboratory/get-archived',
    archiveQuery,
    "A page of my laboratory's completed and rejected appointments.",
  ),
  laboratoryToday: getToday('laboratory', '/laboratory/get-today-appointments'),
  adminCreateAppointment: call({
    method: 'POST',
    path: '/admin/create-appointment',
    roles: ['admin'],
    summary: 'Add an appointment; employeeId is the employee code.',
    body: newAdminAppointment,
    files: newFiles,
    data: wireAppointment,
    failure: failing('errors.createAppointment'),
    timeout: 120_000,
  }),
  laboratoryCreateAppointment: call({
    method: 'POST',
    path: '/laboratory/add-appointment',
    roles: ['laboratory'],
    summary: 'Add an appointment of my laboratory.',
    body: newAppointment,
    files: newFiles,
    data: wireAppointment,
    failure: failing('errors.createAppointment'),
    timeout: 120_000,
  }),
  updateAppointment: call({
    method: 'POST',
    path: '/admin/update-appointment/{id}',
    roles: ['admin'],
    summary: 'Set the status.',
    body: z.object({ status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }) }),
    data: wireAppointment,
    failure: failing('errors.updateStatus'),
  }),
  assignAppointment: call({
    method: 'POST',
    path: '/admin/assign-appointment/{id}',
    roles: ['admin'],
    summary: 'Assign an employee, by record id, while none is assigned.',
    body: z.object({ employeeId: required('employee').max(64) }),
    data: z.object({ message: z.string() }).and(wireAppointment),
    failure: failing('errors.assign'),
  }),
  uploadTracking: call({
    method: 'POST',
    path: '/employee/upload-tracking/{id}',
    roles: ['employee'],
    summary: 'Upload the one tracking image; gives the updated appointment.',
    files: { image },
    data: wireAppointment,
    failure: { refused: 'errors.uploadTracking', lost: 'errors.uploadTracking' },
    timeout: 120_000,
  }),
};

const readPage = (data: unknown): Page<Appointment> => {
  const { appointments, totalPages } = asObject(data);
  return { records: asList(appointments).map(readAppointment), totalPages: asNumber(totalPages) ?? 1 };
};
const list = (declaration: ListBinding['call']): ListBinding => ({
  call: declaration,
  query: toAppointmentQuery,
  read: readPage,
});
const byId = ({ id }: { id: string }) => ({ id });
const create = (declaration: ListBinding['call']): ChangeBinding => ({
  call: declaration,
  body: ({ values }) => toNewAppointment(values),
  read: (data) => (asObject(data)._id ? readAppointment(data) : null),
});

/** How the resource `appointments` reaches its calls. */
export const appointmentsApi: ResourceApi = {
  list: {
    admin: list(appointmentCalls.adminAppointments),
    employee: list(appointmentCalls.employeeAppointments),
    laboratory: list(appointmentCalls.laboratoryAppointments),
  },
  create: {
    admin: create(appointmentCalls.adminCreateAppointment),
    laboratory: create(appointmentCalls.laboratoryCreateAppointment),
  },
  actions: {
    setStatus: {
      admin: {
        call: appointmentCalls.updateAppointment,
        params: byId,
        body: ({ values }) => ({ status: values.status }),
      },
    },
    assign: {
      admin: {
        call: appointmentCalls.assignAppointment,
        params: byId,
        body: ({ values }) => ({ employeeId: values.employee }),
      },
    },
    uploadTracking: {
      employee: {
        call: appointmentCalls.uploadTracking,
        params: byId,
        body: ({ values }) => ({ image: values.trackingImage }),
        read: (data) => (asObject(data)._id ? readAppointment(data) : null),
      },
    },
  },
};

/** How the resource `archive` reaches its calls. */
export const archiveApi: ResourceApi = {
  list: {
    admin: list(appointmentCalls.adminArchive),
    employee: list(appointmentCalls.employeeArchive),
    laboratory: list(appointmentCalls.laboratoryArchive),
  },
};

/** Today's appointments per role, for the dashboards. */
const today = (declaration: ListBinding['call']): ListBinding => ({
  call: declaration,
  whole: true,
  read: (data) => ({ records: asList(data).map(readAppointment) }),
});
export const todayApi = {
  admin: today(appointmentCalls.adminToday),
  employee: today(appointmentCalls.employeeToday),
  laboratory: today(appointmentCalls.laboratoryToday),
};
