import { declareCalls, failureTexts } from 'portal-frame';
import { confirmation, type FailureTexts, requiredMessage, text } from 'portal-frame/wire';
import { z } from 'zod';
import { APPOINTMENT_STATUSES } from '../choices.ts';
import { archiveQuery, listQuery } from './appointmentQuery.ts';
import { wireAppointment, wireAssignee } from './appointmentRecord.ts';
import {
  cancellation,
  newAdminAppointmentWithOrder,
  newAppointmentWithOrder,
  overrideReason,
} from './newAppointment.ts';

const { get, post } = declareCalls({});

const pageOfAppointments = z.object({
  appointments: z.array(wireAppointment),
  totalPages: z.number(),
  total: z.number().optional(),
});
const image = { accepts: 'image', maxFiles: 1 } as const;
const creation = {
  files: { image, documents: { accepts: 'document', maxFiles: 10 } },
  data: wireAppointment,
  failure: failureTexts('errors.createAppointment'),
} as const;
const listFailure: FailureTexts = { refused: 'errors.loadAppointments', lost: 'errors.fetchAppointments' };

/** Parameters beyond spec 7 and the features that offer them. */
const parameterFeatures = {
  id: 'lookup',
  perPage: 'pageSize',
  tab: 'dispatch',
  from: 'dispatch',
  to: 'dispatch',
  sortBy: 'dispatch',
} as const;
const listCall = <const P extends string, Q extends z.ZodObject>(path: P, own: { query: Q; summary: string }) =>
  get(path, { ...own, parameterFeatures, data: pageOfAppointments, failure: listFailure });
const todayCall = <const P extends string>(path: P) =>
  get(path, {
    summary: "Today's appointments.",
    data: z.array(wireAppointment.extend({ employee: wireAssignee })),
    failure: failureTexts('errors.fetchToday'),
  });
export const appointmentCalls = {
  adminAppointments: listCall('/admin/get-appointments', { summary: 'A page of all appointments.', query: listQuery }),
  adminArchive: listCall('/admin/get-archeived', {
    summary: 'A page of completed and rejected appointments.',
    query: archiveQuery,
  }),
  adminToday: todayCall('/admin/get-today-appointments'),
  employeeAppointments: listCall('/employee/get-appointments', {
    summary: 'A page of the appointments assigned to me.',
    query: listQuery.omit({ assigned: true }),
  }),
  employeeArchive: listCall('/employee/get-archeived', {
    summary: 'A page of my completed and rejected appointments.',
    query: archiveQuery,
  }),
  employeeToday: todayCall('/employee/get-today-appointments'),
  laboratoryAppointments: listCall('/laboratory/get-appointments', {
    summary: "A page of my laboratory's appointments.",
    query: listQuery,
  }),
  laboratoryArchive: listCall('/laboratory/get-archived', {
    summary: "A page of my laboratory's completed and rejected appointments.",
    query: archiveQuery,
  }),
  laboratoryToday: todayCall('/laboratory/get-today-appointments'),
  adminCreateAppointment: post('/admin/create-appointment', {
    ignoresUnknownFields: true,
    summary: 'Add an appointment; employeeId is the employee code.',
    body: newAdminAppointmentWithOrder,
    ...creation,
  }),
  laboratoryCreateAppointment: post('/laboratory/add-appointment', {
    ignoresUnknownFields: true,
    summary: 'Add an appointment of my laboratory.',
    body: newAppointmentWithOrder,
    ...creation,
  }),
  updateAppointment: post('/admin/update-appointment/{id}', {
    ignoresUnknownFields: true,
    summary: 'Set the status.',
    body: z.object({
      status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }),
      ...cancellation,
      /** Beyond spec 7: takes a cancelled visit back beside an equal one. */
      confirmed: confirmation,
    }),
    data: wireAppointment,
    failure: failureTexts('errors.updateStatus'),
  }),
  assignAppointment: post('/admin/assign-appointment/{id}', {
    ignoresUnknownFields: true,
    summary: 'Assign an employee, by record id, while none is assigned.',
    body: z.object({
      employeeId: text(64).min(1, { error: requiredMessage('employee') }),
      confirmed: confirmation,
      overrideReason,
    }),
    data: wireAppointment.extend({ message: z.string() }),
    failure: failureTexts('errors.assign'),
  }),
  uploadTracking: post('/employee/upload-tracking/{id}', {
    ignoresUnknownFields: true,
    summary: 'Upload the one tracking image; gives the updated appointment.',
    files: { image },
    data: wireAppointment,
    failure: failureTexts('errors.uploadTracking'),
    allowIdleSession: true,
  }),
};
