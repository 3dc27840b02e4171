import { z } from 'zod';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { anyPhone, email, text } from '../../frame/wire/rules.ts';
import { confirmation, day, localDateTime, omitEmpty } from '../../frame/wire/wireValues.ts';
import { wireAppointment } from './appointmentRecord.ts';
import { APPOINTMENT_STATUSES, GENDERS, PRIORITIES } from './enums.ts';
import { ageRule, feesRule, WIRE_FIELD_NAMES } from './newAppointment.ts';

/** Appointments that one request may change, and moments that one may ask about. */
export const MAX_BULK_APPOINTMENTS = 200;

const version = z.number({ error: 'validation.invalid' }).int().optional();
const emptyOr = <S extends z.ZodType>(rule: S) => z.union([z.literal(''), rule]).optional();
const recordId = text(64);
const manyOf = <S extends z.ZodType>(one: S) =>
  z
    .array(one, { error: 'validation.invalid' })
    .min(1, { error: 'validation.invalid' })
    .max(MAX_BULK_APPOINTMENTS, { error: 'validation.tooLong' });

/** What changes of an appointment: what is left out stays, what is empty is taken away. */
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
  /** The employee's record id or code; '' unassigns. */
  employeeId: recordId.optional(),
  labortary: text(200).min(1, { error: 'validation.required|laboratory' }).optional(),
  /** Why it is cancelled: it is Rejected then. */
  cancelReason: text(500).optional(),
  /** The version that the change was made from; another one by now is refused (409). */
  version,
  confirmed: confirmation,
});
export type AppointmentChange = z.infer<typeof appointmentChange>;

/** Why an appointment of many was left as it is. */
export const SKIP_REASONS = ['over', 'same', 'changed', 'gone'] as const;
const changedMany = z.object({
  changed: z.array(z.object({ _id: z.string(), version: z.number() })),
  left: z.array(z.object({ _id: z.string(), why: z.enum(SKIP_REASONS) })),
});

/** A tab counts no further than this. */
export const MAX_TAB_COUNT = 1000;
const count = z.number();

/** How busy an employee is on the days, and at the moments, that were asked about. */
const availability = z.object({
  _id: z.string(),
  /** Their visits of those days that are not rejected. */
  visits: z.number(),
  /** How many of the moments lie within a visit of theirs. */
  overlapping: z.number(),
  /** Minutes between the first moment and their visit that is nearest to it; null without one on those days. */
  nearest: z.number().nullable(),
});

/** What a dispatcher does beyond spec 7: its assign call works once, and nothing of it is moved, edited or taken back. */
export const dispatchCalls = {
  changeAppointment: call({
    method: 'POST',
    path: '/admin/change-appointment/{id}',
    roles: ['admin'],
    feature: 'dispatch',
    summary: 'Change an appointment: reassign, unassign, move, edit or cancel it, or take such a change back.',
    body: appointmentChange,
    data: wireAppointment,
    failure: failureTexts('errors.changeAppointment'),
  }),
  assignMany: call({
    method: 'POST',
    path: '/admin/assign-many',
    roles: ['admin'],
    feature: 'dispatch',
    summary: 'Assign many appointments, all in one transaction; says which were left as they are.',
    body: z.object({
      appointments: manyOf(
        z.object({
          _id: recordId,
          /** The employee's record id or code; '' unassigns. */
          employeeId: recordId,
          version,
        }),
      ),
      confirmed: confirmation,
    }),
    data: changedMany,
    failure: failureTexts('errors.assign'),
  }),
  setStatusMany: call({
    method: 'POST',
    path: '/admin/set-status-many',
    roles: ['admin'],
    feature: 'dispatch',
    summary: 'Set the status of many appointments, all in one transaction; says which were left as they are.',
    body: z.object({
      appointments: manyOf(
        z.object({ _id: recordId, status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }), version }),
      ),
    }),
    data: changedMany,
    failure: failureTexts('errors.updateStatus'),
  }),
  appointmentCounts: call({
    method: 'GET',
    path: '/admin/get-appointment-counts',
    roles: ['admin'],
    feature: 'dispatch',
    summary: `How many appointments each tab of the list has; no tab is counted beyond ${MAX_TAB_COUNT}.`,
    data: z.object({ unassigned: count, today: count, upcoming: count, late: count, done: count, all: count }),
    failure: failureTexts('errors.fetchAppointments'),
  }),
  availability: call({
    method: 'GET',
    path: '/admin/get-availability',
    roles: ['admin'],
    feature: 'dispatch',
    summary: 'How busy each active employee is on the days of these moments (`at`, parted by commas).',
    query: z.object({
      at: text(30 * MAX_BULK_APPOINTMENTS).min(1, { error: 'validation.invalid' }),
      /** Appointments that do not count, by record id, parted by commas. */
      but: text(65 * MAX_BULK_APPOINTMENTS).optional(),
    }),
    data: z.array(availability),
    failure: failureTexts('errors.loadEmployees'),
  }),
};

/** What a person changes of an appointment, as the wire names it. */
const CHANGEABLE_FIELDS: readonly Exclude<keyof AppointmentChange, 'version' | 'confirmed'>[] = [
  ...(['patientName', 'email', 'age', 'contactNumber', 'accountNumber', 'address', 'dateOfBirth', 'gender'] as const),
  ...(['priorityLevel', 'status', 'fees', 'appointmentDateTime', 'specialInstructions', 'cancelReason'] as const),
  ...Object.values(WIRE_FIELD_NAMES),
];

/** What differs between a record and what is to become of it, as the body of a change. */
export function toAppointmentChange(
  values: Record<string, unknown>,
  record: Record<string, unknown> = {},
): Record<string, unknown> {
  const { employee, laboratory, ...rest } = values;
  const plain = { ...rest, [WIRE_FIELD_NAMES.employee]: employee, [WIRE_FIELD_NAMES.laboratory]: laboratory };
  const before: Record<string, unknown> = {
    ...record,
    [WIRE_FIELD_NAMES.employee]: record.employee,
    [WIRE_FIELD_NAMES.laboratory]: record.laboratory,
  };
  const changed = CHANGEABLE_FIELDS.flatMap((name) => {
    const value = (plain as Record<string, unknown>)[name];
    const same = value === undefined || (value ?? '') === (before[name] ?? '');
    return same ? [] : [[name, value ?? ''] as const];
  });
  return { ...Object.fromEntries(changed), ...omitEmpty({ version: record.version }) };
}
