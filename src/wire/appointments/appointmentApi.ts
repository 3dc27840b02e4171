import { asList, asNumber, asObject, type Page, type ResourceApi } from 'portal-frame';
import {
  bindUnpagedList,
  type ChangeBinding,
  type ListBinding,
  omitEmpty,
  type SearchBinding,
} from 'portal-frame/wire';
import type { z } from 'zod';
import { findCalls } from '../recordSearchApi.ts';
import { appointmentCalls } from './appointmentCalls.ts';
import { toAppointmentQuery } from './appointmentQuery.ts';
import { type Appointment, readAppointment } from './appointmentRecord.ts';
import { toNewAppointment, WIRE_FIELD_NAMES } from './newAppointment.ts';

function readPage(data: unknown): Page<Appointment> {
  const { appointments, totalPages, total } = asObject(data);
  const count = asNumber(total);
  return {
    records: asList(appointments).map(readAppointment),
    totalPages: asNumber(totalPages) ?? 1,
    ...(count !== null && { total: count }),
  };
}
const bindList = (call: ListBinding['call']): ListBinding => ({ call, query: toAppointmentQuery, read: readPage });

const forEachRole = <B>(bind: (role: 'admin' | 'employee' | 'laboratory') => B) => ({
  admin: bind('admin'),
  employee: bind('employee'),
  laboratory: bind('laboratory'),
});
const readIfPresent = (data: unknown) => (asObject(data)._id ? readAppointment(data) : null);
/** Only our own host replies with the version, and so with the whole appointment. */
export const readIfVersioned = (data: unknown) =>
  asNumber(asObject(data).version) === null ? null : readAppointment(data);

/** A booking that overlaps, or lies on a past day, is refused until the person confirms it. */
export const confirm = { flag: 'overlap', body: { confirmed: true }, reason: 'overrideReason' } as const;
const bindCreate = (call: ListBinding['call'] & { body: z.ZodObject }): ChangeBinding => ({
  call,
  body: ({ values }) => toNewAppointment(call.body, values),
  names: WIRE_FIELD_NAMES,
  confirm,
  read: readIfPresent,
});

const statusUpdate: { admin: ChangeBinding } = {
  admin: {
    call: appointmentCalls.updateAppointment,
    body: ({ values: { status, cancelReason, cancelledBy } }) => ({
      status,
      ...omitEmpty({ cancelReason, cancelledBy }),
    }),
    confirm,
    read: readIfVersioned,
  },
};

const search: SearchBinding = {
  call: findCalls.find,
  body: ({ text }) => ({ text, each: true }),
  read: (data) => asList(asObject(data).appointments).map(readAppointment),
};

export const appointmentsApi: ResourceApi = {
  list: forEachRole((role) => bindList(appointmentCalls[`${role}Appointments`])),
  create: {
    admin: bindCreate(appointmentCalls.adminCreateAppointment),
    laboratory: bindCreate(appointmentCalls.laboratoryCreateAppointment),
  },
  search: { admin: search, laboratory: search },
  actions: {
    completeDone: statusUpdate,
    setStatus: statusUpdate,
    assign: {
      admin: {
        call: appointmentCalls.assignAppointment,
        body: ({ values }) => ({ employeeId: values.employee }),
        names: WIRE_FIELD_NAMES,
        confirm,
        read: readIfVersioned,
      },
    },
    uploadTracking: {
      employee: {
        call: appointmentCalls.uploadTracking,
        body: ({ values }) => ({ image: values.trackingImage }),
        replies: true,
        read: readIfPresent,
      },
    },
  },
};

export const archiveApi: ResourceApi = {
  list: forEachRole((role) => bindList(appointmentCalls[`${role}Archive`])),
};

export const todayApi = forEachRole((role) => bindUnpagedList(appointmentCalls[`${role}Today`], readAppointment));
