import { z } from 'zod';
import {
  bindUnpagedList,
  type ChangeBinding,
  type HintsBinding,
  type ListBinding,
  type ManyChange,
  type ManyChanged,
  type OneBinding,
  type Page,
  type ResourceApi,
  type SearchBinding,
} from '../../frame/wire/binding.ts';
import { call, type FailureTexts, failureTexts, type Role } from '../../frame/wire/call.ts';
import { bindImport, importBody, importFile, importReport } from '../../frame/wire/imports.ts';
import { requiredMessage, text } from '../../frame/wire/rules.ts';
import { asList, asNumber, asObject, asText, confirmation, omitEmpty } from '../../frame/wire/wireValues.ts';
import { archiveQuery, listQuery, toAppointmentQuery } from './appointmentQuery.ts';
import { type Appointment, readAppointment, wireAppointment, wireAssignee } from './appointmentRecord.ts';
import { dispatchCalls, MAX_BULK_APPOINTMENTS, MAX_TAB_COUNT, toAppointmentChange } from './dispatchApi.ts';
import { APPOINTMENT_STATUSES } from './enums.ts';
import { findCalls } from './findApi.ts';
import {
  newAdminAppointmentWithOrder,
  newAppointmentWithOrder,
  toNewAppointment,
  WIRE_FIELD_NAMES,
} from './newAppointment.ts';
import { orderCalls, readOrder } from './orderApi.ts';
import { visitReportCalls } from './visitReportApi.ts';

const pageOfAppointments = z.object({
  appointments: z.array(wireAppointment),
  totalPages: z.number(),
  total: z.number().optional(),
});
const image = { accepts: 'image', maxFiles: 1 } as const;
const newFiles = { image, documents: { accepts: 'document', maxFiles: 10 } } as const;
const listFailure: FailureTexts = { refused: 'errors.loadAppointments', lost: 'errors.fetchAppointments' };
const todayFailure = failureTexts('errors.fetchToday');

const parameterFeatures = {
  id: 'lookup',
  perPage: 'pageSize',
  tab: 'dispatch',
  from: 'dispatch',
  to: 'dispatch',
  sortBy: 'dispatch',
} as const;
const get = <const P extends string, Q extends z.ZodObject>(role: Role, path: P, query: Q, summary: string) =>
  call({
    method: 'GET',
    path,
    roles: [role],
    summary,
    query,
    parameterFeatures,
    data: pageOfAppointments,
    failure: listFailure,
  });
const getToday = <const P extends string>(role: Role, path: P) =>
  call({
    method: 'GET',
    path,
    roles: [role],
    summary: "Today's appointments.",
    data: z.array(wireAppointment.extend({ employee: wireAssignee })),
    failure: todayFailure,
  });
/** Beyond spec 7: all rows of the file or none; `dryRun` reports what would become of them. */
const importCall = <const P extends string>(role: Role, path: P, summary: string) =>
  call({
    method: 'POST',
    path,
    roles: [role],
    summary,
    feature: 'import',
    body: importBody,
    files: importFile,
    data: importReport(wireAppointment),
    failure: failureTexts('errors.import'),
    timeout: 120_000,
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
    body: newAdminAppointmentWithOrder,
    files: newFiles,
    data: wireAppointment,
    failure: failureTexts('errors.createAppointment'),
    timeout: 120_000,
  }),
  laboratoryCreateAppointment: call({
    method: 'POST',
    path: '/laboratory/add-appointment',
    roles: ['laboratory'],
    summary: 'Add an appointment of my laboratory.',
    body: newAppointmentWithOrder,
    files: newFiles,
    data: wireAppointment,
    failure: failureTexts('errors.createAppointment'),
    timeout: 120_000,
  }),
  adminImportAppointments: importCall('admin', '/admin/import-appointments', 'Add appointments from a CSV file.'),
  laboratoryImportAppointments: importCall(
    'laboratory',
    '/laboratory/import-appointments',
    'Add appointments of my laboratory from a CSV file.',
  ),
  updateAppointment: call({
    method: 'POST',
    path: '/admin/update-appointment/{id}',
    roles: ['admin'],
    summary: 'Set the status.',
    body: z.object({ status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }) }),
    data: wireAppointment,
    failure: failureTexts('errors.updateStatus'),
  }),
  assignAppointment: call({
    method: 'POST',
    path: '/admin/assign-appointment/{id}',
    roles: ['admin'],
    summary: 'Assign an employee, by record id, while none is assigned.',
    body: z.object({ employeeId: text(64).min(1, { error: requiredMessage('employee') }), confirmed: confirmation }),
    data: wireAppointment.extend({ message: z.string() }),
    failure: failureTexts('errors.assign'),
  }),
  uploadTracking: call({
    method: 'POST',
    path: '/employee/upload-tracking/{id}',
    roles: ['employee'],
    summary: 'Upload the one tracking image; gives the updated appointment.',
    files: { image },
    data: wireAppointment,
    failure: { refused: 'errors.uploadTracking', lost: 'errors.uploadTracking' },
    allowIdleSession: true,
    timeout: 120_000,
  }),
};

const readPage = (data: unknown): Page<Appointment> => {
  const { appointments, totalPages, total } = asObject(data);
  const count = asNumber(total);
  return {
    records: asList(appointments).map(readAppointment),
    totalPages: asNumber(totalPages) ?? 1,
    ...(count !== null && { total: count }),
  };
};
const list = (declaration: ListBinding['call']): ListBinding => ({
  call: declaration,
  query: toAppointmentQuery,
  read: readPage,
});
const byId = ({ id }: { id: string }) => ({ id });
/** An employee who has another appointment at that time is booked only once the admin confirms it. */
const confirm = { flag: 'overlap', body: { confirmed: true } } as const;
const create = (declaration: ListBinding['call'] & { body: z.ZodObject }): ChangeBinding => ({
  call: declaration,
  body: ({ values }) => toNewAppointment(declaration.body, values),
  names: WIRE_FIELD_NAMES,
  confirm,
  read: (data) => (asObject(data)._id ? readAppointment(data) : null),
});

/** A change of what our own host gives the version of: only then is the reply read. */
const readChanged = (data: unknown) => (asNumber(asObject(data).version) === null ? null : readAppointment(data));
const change: ChangeBinding = {
  call: dispatchCalls.changeAppointment,
  params: byId,
  body: ({ values, record }) => toAppointmentChange(values, record),
  names: WIRE_FIELD_NAMES,
  confirm,
  read: readChanged,
};
const changing = { admin: change };

const readMany = (data: unknown): ManyChanged => {
  const { changed, left } = asObject(data);
  return {
    changed: asList(changed).map(({ _id, version }) => ({ id: asText(_id), version: asNumber(version) ?? 0 })),
    left: asList(left).map(({ _id, why }) => ({ id: asText(_id), why: asText(why) })),
  };
};
/** One entry for each chosen record with the new value, or with its own where the change is taken back. */
const entriesOf = (name: string, { ids, values, records }: ManyChange, field: string) => {
  const recordsById = new Map(records.map((record) => [record.id, record]));
  return ids.map((id) => ({
    _id: id,
    [name]: values[field] ?? recordsById.get(id)?.[field] ?? '',
    ...omitEmpty({ version: recordsById.get(id)?.version }),
  }));
};

/** Assigns many at once; a record that names an employee of its own gets that one back. */
const assignTo: ChangeBinding = {
  ...change,
  many: {
    call: dispatchCalls.assignMany,
    body: (input) => ({ appointments: entriesOf('employeeId', input, 'employee') }),
    confirm,
    read: readMany,
  },
};
const settingStatus = {
  admin: {
    call: appointmentCalls.updateAppointment,
    params: byId,
    body: ({ values }) => ({ status: values.status }),
    read: readChanged,
  },
} satisfies { admin: ChangeBinding };
/** Completes many at once. */
const complete: ChangeBinding = {
  ...change,
  many: {
    call: dispatchCalls.setStatusMany,
    body: (input) => ({ appointments: entriesOf('status', input, 'status') }),
    read: readMany,
  },
};

/** How busy each employee is on the days of these visits, for who is to be assigned. */
const availability: HintsBinding = {
  call: dispatchCalls.availability,
  query: (records) => {
    const dated = records.filter((one) => typeof one.appointmentDateTime === 'string' && one.appointmentDateTime);
    if (dated.length === 0 || dated.length > MAX_BULK_APPOINTMENTS) return null;
    return {
      at: dated.map((one) => one.appointmentDateTime).join(','),
      ...omitEmpty({ but: dated.flatMap((one) => (one.id ? [one.id] : [])).join(',') }),
    };
  },
  read: (data) =>
    Object.fromEntries(
      asList(data).map((one) => {
        const [visits, overlapping] = [asNumber(one.visits) ?? 0, asNumber(one.overlapping) ?? 0];
        const nearest = asNumber(one.nearest);
        const args = { smart_count: visits, overlapping, minutes: nearest ?? 0 };
        const text = overlapping > 0 ? 'hints.busy' : 'hints.free';
        // Who is free comes first, of these who is near in time already, then who has least to do.
        const rank = overlapping * 1e6 + (nearest ?? 1e5) + visits;
        return [asText(one._id), { rank, text, args, against: overlapping > 0 }];
      }),
    ),
};

const reports: ChangeBinding = { call: visitReportCalls.visitReports };
const readingReports = { admin: reports, employee: reports, laboratory: reports };
const order: ChangeBinding = { call: orderCalls.visitOrder };
/** What was asked for last time: another order has a number of its own. */
const orderAgain: OneBinding = {
  call: orderCalls.visitOrder,
  params: byId,
  read: (data, { id }) => {
    const order = readOrder(asObject(data).order);
    return order && { id, tests: order.tests.map((one) => one.id), orderedBy: order.orderedBy };
  },
};
const readingOrder = { admin: order, employee: order, laboratory: order };

/** Every visit that a typed text finds, to choose one of them. */
const search: SearchBinding = {
  call: findCalls.find,
  body: ({ text }) => ({ text, each: true }),
  read: (data) => asList(asObject(data).appointments).map(readAppointment),
};

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
  import: {
    admin: bindImport(appointmentCalls.adminImportAppointments, readAppointment),
    laboratory: bindImport(appointmentCalls.laboratoryImportAppointments, readAppointment),
  },
  edit: changing,
  search: { admin: search, laboratory: search },
  duplicate: { admin: orderAgain, laboratory: orderAgain },
  counts: {
    admin: {
      call: dispatchCalls.appointmentCounts,
      max: MAX_TAB_COUNT,
      read: (data) => Object.fromEntries(Object.entries(asObject(data)).map(([tab, n]) => [tab, asNumber(n) ?? 0])),
    },
  },
  hints: { employee: { admin: availability } },
  actions: {
    // The parts of the popup that the config names make these calls themselves.
    reportVisit: { employee: { call: visitReportCalls.reportVisit } },
    visitReports: readingReports,
    order: readingOrder,
    assignTo: { admin: assignTo },
    complete: { admin: complete },
    reassign: changing,
    unassign: changing,
    move: changing,
    cancel: changing,
    undo: changing,
    completeDone: settingStatus,
    setStatus: settingStatus,
    assign: {
      admin: {
        call: appointmentCalls.assignAppointment,
        params: byId,
        body: ({ values }) => ({ employeeId: values.employee }),
        names: WIRE_FIELD_NAMES,
        confirm,
        read: readChanged,
      },
    },
    uploadTracking: {
      employee: {
        call: appointmentCalls.uploadTracking,
        params: byId,
        body: ({ values }) => ({ image: values.trackingImage }),
        replies: true,
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
  actions: { visitReports: readingReports, order: readingOrder },
};

/** Today's appointments per role, for the dashboards. */
export const todayApi = {
  admin: bindUnpagedList(appointmentCalls.adminToday, readAppointment),
  employee: bindUnpagedList(appointmentCalls.employeeToday, readAppointment),
  laboratory: bindUnpagedList(appointmentCalls.laboratoryToday, readAppointment),
};
