import { declareCalls, failureTexts } from 'portal-frame';
import { anyPhone, confirmation, day, email, localDateTime, omitEmpty, text } from 'portal-frame/wire';
import { z } from 'zod';
import { wireAppointment } from '../../../src/wire/appointments/appointmentRecord.ts';
import {
  ageRule,
  cancellation,
  feesRule,
  overrideReason,
  SAME_FIELDS,
  toWireNames,
  WIRE_FIELD_NAMES,
} from '../../../src/wire/appointments/newAppointment.ts';
import { whyNot } from '../../../src/wire/appointments/whyNotCodes.ts';
import { APPOINTMENT_STATUSES, GENDERS, PRIORITIES } from '../../../src/wire/choices.ts';

/** Limit of appointments per update, and of times per availability request. */
export const MAX_BULK_APPOINTMENTS = 200;

const version = z.number({ error: 'validation.invalid' }).int().optional();
const emptyOr = <S extends z.ZodType>(rule: S) => z.union([z.literal(''), rule]).optional();
const recordId = text(64);
/** Entries of an update of many appointments. */
export const manyOf = <S extends z.ZodType>(one: S) =>
  z
    .array(one, { error: 'validation.invalid' })
    .min(1, { error: 'validation.invalid' })
    .max(MAX_BULK_APPOINTMENTS, { error: 'validation.tooLong' });

/** Missing fields stay; empty ones are cleared. */
export const appointmentChange = z.object({
  patientName: text(200).min(1, { error: 'validation.required|patientName' }).optional(),
  email: emptyOr(email),
  age: emptyOr(ageRule),
  contactNumber: anyPhone.optional(),
  accountNumber: text(64).optional(),
  address: text(500).optional(),
  dateOfBirth: emptyOr(day),
  gender: z.enum(GENDERS, { error: 'validation.invalid' }).optional(),
  priorityLevel: z.enum(PRIORITIES, { error: 'validation.priority' }).optional(),
  status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }).optional(),
  fees: emptyOr(feesRule),
  appointmentDateTime: localDateTime.optional(),
  specialInstructions: text(4000).optional(),
  /** Record id or code; '' unassigns. */
  employeeId: recordId.optional(),
  labortary: text(200).min(1, { error: 'validation.required|laboratory' }).optional(),
  /** A reason cancels the appointment: its status becomes Rejected. */
  ...cancellation,
  /** Version that was edited; refused (409) if it is no longer current. */
  version,
  confirmed: confirmation,
  overrideReason,
});
export type AppointmentChange = z.infer<typeof appointmentChange>;

/** Reasons why a bulk update skips an appointment. */
export const SKIP_REASONS = ['over', 'same', 'changed', 'gone'] as const;
export const changedMany = z.object({
  changed: z.array(z.object({ _id: z.string(), version: z.number() })),
  left: z.array(z.object({ _id: z.string(), why: z.enum(SKIP_REASONS) })),
});

/** Tabs count up to this number. */
export const MAX_TAB_COUNT = 1000;
const count = z.number();

const availability = z.object({
  _id: z.string(),
  /** Visits on the requested days without rejected ones. */
  visits: z.number(),
  /** Number of requested visits that the rules of planning speak against. */
  against: z.number(),
  /** Each reason with its number of visits, and the parameters of the first one. */
  reasons: z.array(whyNot.schema.extend({ visits: z.number() })),
  /** Minutes between the first requested time and the nearest visit; null without visits. */
  nearest: z.number().nullable(),
});

const { get, post } = declareCalls({ feature: 'dispatch' });

/** Beyond spec 7: updates, reassigns, moves and cancels appointments, one or many. */
export const dispatchCalls = {
  changeAppointment: post('/admin/change-appointment/{id}', {
    summary: 'Change an appointment: reassign, unassign, move, edit or cancel it, or take such a change back.',
    body: appointmentChange,
    data: wireAppointment,
    failure: failureTexts('errors.changeAppointment'),
  }),
  assignMany: post('/admin/assign-many', {
    summary: 'Assign many appointments, all in one transaction; says which were left as they are.',
    body: z.object({
      appointments: manyOf(
        z.object({
          _id: recordId,
          /** Record id or code; '' unassigns. */
          employeeId: recordId,
          version,
        }),
      ),
      confirmed: confirmation,
      overrideReason,
    }),
    data: changedMany,
    failure: failureTexts('errors.assign'),
  }),
  setStatusMany: post('/admin/set-status-many', {
    summary: 'Set the status of many appointments, all in one transaction; says which were left as they are.',
    body: z.object({
      appointments: manyOf(
        z.object({ _id: recordId, status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }), version }),
      ),
      confirmed: confirmation,
    }),
    data: changedMany,
    failure: failureTexts('errors.updateStatus'),
  }),
  appointmentCounts: get('/admin/get-appointment-counts', {
    summary: `How many appointments each tab of the list has; no tab is counted beyond ${MAX_TAB_COUNT}.`,
    data: z.object({
      ...{ unassigned: count, conflicts: count, today: count },
      upcoming: count,
      late: count,
      done: count,
      all: count,
    }),
    failure: failureTexts('errors.fetchAppointments'),
  }),
  // POST, as the ZIP code of a patient must not be part of an address.
  availability: post('/admin/get-availability', {
    summary:
      'How busy each active employee is on the days of these moments (`at`, separated by commas), and which visits they cannot make, with the reasons.',
    body: z.object({
      at: text(30 * MAX_BULK_APPOINTMENTS).min(1, { error: 'validation.invalid' }),
      /** Ids of the appointments that are moved to these times, separated by commas. They do not count as existing visits. */
      but: text(65 * MAX_BULK_APPOINTMENTS).optional(),
      /** ZIP code and laboratory of a visit that is not yet booked. */
      zip: text(10).optional(),
      laboratory: text(200).optional(),
    }),
    data: z.array(availability),
    failure: failureTexts('errors.loadEmployees'),
  }),
};

/** Fields of the update by their names on the wire. The schema cannot tell: changes without a form load no zod. */
const CHANGEABLE_FIELDS: readonly Exclude<keyof AppointmentChange, 'version' | 'confirmed' | 'overrideReason'>[] = [
  ...SAME_FIELDS,
  ...(['appointmentDateTime', 'cancelReason', 'cancelledBy'] as const),
  ...Object.values(WIRE_FIELD_NAMES),
];

/** Creates the body of an update: the fields of `values` that differ from `record`. */
export function toAppointmentChange(
  values: Record<string, unknown>,
  record: Record<string, unknown> = {},
): Record<string, unknown> {
  const [sent, before] = [toWireNames(values), toWireNames(record)];
  const changed = CHANGEABLE_FIELDS.flatMap((name) => {
    const value = sent[name];
    const same = value === undefined || (value ?? '') === (before[name] ?? '');
    return same ? [] : [[name, value ?? ''] as const];
  });
  return { ...Object.fromEntries(changed), ...omitEmpty({ version: record.version }) };
}
