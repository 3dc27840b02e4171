import { asList, asNumber, asObject, asText, type Page, type ResourceApi } from 'portal-frame';
import {
  asCount,
  bindUnpagedList,
  type ChangeBinding,
  type HintsBinding,
  type ListBinding,
  type ManyChange,
  type ManyChanged,
  omitEmpty,
  type SearchBinding,
} from 'portal-frame/wire';
import type { z } from 'zod';
import { dispatchCalls, MAX_BULK_APPOINTMENTS, MAX_TAB_COUNT, toAppointmentChange } from '../dispatchApi.ts';
import { findCalls } from '../recordSearchApi.ts';
import { appointmentCalls } from './appointmentCalls.ts';
import { toAppointmentQuery } from './appointmentQuery.ts';
import { type Appointment, readAppointment } from './appointmentRecord.ts';
import { toNewAppointment, WIRE_FIELD_NAMES } from './newAppointment.ts';
import { whyNot } from './whyNotCodes.ts';
import { readZip } from './zipCode.ts';

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
const readIfVersioned = (data: unknown) => (asNumber(asObject(data).version) === null ? null : readAppointment(data));

/** A booking that overlaps, or lies on a past day, is refused until the person confirms it. */
const confirm = { flag: 'overlap', body: { confirmed: true }, reason: 'overrideReason' } as const;
const bindCreate = (call: ListBinding['call'] & { body: z.ZodObject }): ChangeBinding => ({
  call,
  body: ({ values }) => toNewAppointment(call.body, values),
  names: WIRE_FIELD_NAMES,
  confirm,
  read: readIfPresent,
});

const update: ChangeBinding = {
  call: dispatchCalls.changeAppointment,
  body: ({ values, record }) => toAppointmentChange(values, record),
  names: WIRE_FIELD_NAMES,
  confirm,
  read: readIfVersioned,
};
const adminUpdate = { admin: update };
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

function readManyChanged(data: unknown): ManyChanged {
  const { changed, left } = asObject(data);
  return {
    changed: asList(changed).map(({ _id, version }) => ({ id: asText(_id), version: asCount(version) })),
    left: asList(left).map(({ _id, why }) => ({ id: asText(_id), why: asText(why) })),
  };
}
/**
 * Returns the entries of a call on many appointments. An undo has no common value, so each record sends its own; one
 * whose value is unknown is left out.
 */
const toEntries = (wireName: string, field: string, { ids, values, records }: ManyChange) => {
  const recordsById = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => {
    const record = recordsById.get(id);
    const value = values[field] ?? record?.[field];
    return value === undefined ? [] : { _id: id, [wireName]: value ?? '', ...omitEmpty({ version: record?.version }) };
  });
};
const assignMany: ChangeBinding = {
  ...update,
  many: {
    call: dispatchCalls.assignMany,
    body: (input) => ({ appointments: toEntries('employeeId', 'employee', input) }),
    confirm,
    read: readManyChanged,
  },
};
const completeMany: ChangeBinding = {
  ...update,
  many: {
    call: dispatchCalls.setStatusMany,
    body: (input) => ({ appointments: toEntries('status', 'status', input) }),
    confirm,
    read: readManyChanged,
  },
};

/** Shows how busy each employee is on the days of the visits to assign, and what speaks against each. */
const availabilityHints: HintsBinding = {
  call: dispatchCalls.availability,
  ask: (records) => {
    const dated = records.filter(
      (record) => typeof record.appointmentDateTime === 'string' && record.appointmentDateTime,
    );
    const [first] = dated;
    if (!first || dated.length > MAX_BULK_APPOINTMENTS) return null;
    return {
      at: dated.map((one) => one.appointmentDateTime).join(','),
      ...omitEmpty({
        but: dated.flatMap((one) => (one.id ? [one.id] : [])).join(','),
        ...(!first.id && { zip: readZip(asText(first.address)), laboratory: first.laboratory }),
      }),
    };
  },
  read: (data) => Object.fromEntries(asList(data).map((one) => [asText(one._id), toAvailabilityHint(one)])),
};
/** Converts an employee's availability to the hint beside their name, with what speaks against them. */
function toAvailabilityHint(wire: Record<string, unknown>) {
  const [visits, against] = [asCount(wire.visits), asCount(wire.against)];
  const nearest = asNumber(wire.nearest);
  // The lowest rank comes first: fewest conflicts, then a visit at about that time, then fewest visits.
  const rank = against * 1e6 + (nearest ?? 1e5) + visits;
  const reasons = asList(wire.reasons).map((one) => {
    const { code, parameters } = whyNot.read(one);
    return one.visits === 1 && against === 1
      ? { text: `plan.reasons.${code}`, args: parameters }
      : { text: `plan.conflicts.${code}`, args: { count: asCount(one.visits) } };
  });
  const text = against > 0 ? 'hints.busy' : 'hints.free';
  return { rank, text, args: { smart_count: visits }, against: against > 0, reasons };
}

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
  edit: adminUpdate,
  search: { admin: search, laboratory: search },
  counts: {
    admin: {
      call: dispatchCalls.appointmentCounts,
      max: MAX_TAB_COUNT,
      read: (data) => Object.fromEntries(Object.entries(asObject(data)).map(([tab, count]) => [tab, asCount(count)])),
    },
  },
  hints: { employee: { admin: availabilityHints } },
  actions: {
    assignTo: { admin: assignMany },
    complete: { admin: completeMany },
    reassign: adminUpdate,
    unassign: adminUpdate,
    move: adminUpdate,
    cancel: adminUpdate,
    setCanceller: adminUpdate,
    undo: adminUpdate,
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
  actions: { setCanceller: adminUpdate, undo: adminUpdate },
};

export const todayApi = forEachRole((role) => bindUnpagedList(appointmentCalls[`${role}Today`], readAppointment));
