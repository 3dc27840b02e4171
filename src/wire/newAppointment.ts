import { z } from 'zod';
import { anyPhone, email, required, requiredMessage, text } from '../../frame/wire/rules.ts';
import { confirmation, day, localDateTime, omitEmpty, toFormFields } from '../../frame/wire/wireValues.ts';
import { APPOINTMENT_STATUSES, GENDERS, PRIORITIES } from './enums.ts';

const requiredChoice = <const V extends readonly string[]>(values: V, field: string) =>
  z.enum(values, { error: requiredMessage(field) });

/** A number of a form; an empty text counts as left out. */
const optionalFormNumber = (rule: z.ZodNumber, error: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number({ error }).pipe(rule).optional());
const isCents = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

export const ageRule = z
  .number({ error: 'validation.age' })
  .int({ error: 'validation.age' })
  .min(0, { error: 'validation.age' })
  .max(150, { error: 'validation.age' });
/** Dollars, whole cents. */
export const feesRule = z
  .number({ error: 'validation.fees' })
  .min(0, { error: 'validation.fees' })
  .max(1_000_000, { error: 'validation.fees' })
  .refine(isCents, { error: 'validation.fees' });

/** A laboratory's new appointment. */
export const newAppointment = z.object({
  patientName: required('patientName'),
  email: z.union([z.literal(''), email]).optional(),
  age: optionalFormNumber(ageRule, 'validation.age'),
  contactNumber: anyPhone.optional(),
  accountNumber: text(64).optional(),
  address: text(500).optional(),
  dateOfBirth: z.union([z.literal(''), day]).optional(),
  gender: z
    .enum([...GENDERS, 'Other'], { error: requiredMessage('gender') })
    .transform((value) => (value === 'Other' ? 'Others' : value)),
  priorityLevel: requiredChoice(PRIORITIES, 'priorityLevel'),
  status: requiredChoice(APPOINTMENT_STATUSES, 'status'),
  fees: optionalFormNumber(feesRule, 'validation.fees'),
  appointmentDateTime: localDateTime,
  specialInstructions: text(4000).optional(),
});
/** Beyond spec 7: what the appointment's order asks for, which is added with it. */
const orderFields = {
  tests: z.array(text(200)).max(40).optional(),
  orderedBy: text(120).optional(),
  requisition: text(64).optional(),
};
export type NewOrder = z.infer<z.ZodObject<typeof orderFields>>;
export const newAppointmentWithOrder = newAppointment.extend(orderFields);

/** An admin's: with whom it is for. */
export const newAdminAppointment = newAppointment.extend({
  employeeId: required('employee'),
  labortary: required('laboratory'),
  /** Beyond spec 7: the laboratory's record id, where it is known; then the name does not count. */
  laboratoryId: text(64).min(1).optional(),
  confirmed: confirmation,
});
/** A row of an admin's import, which may leave the employee for later. */
export const importedAdminAppointment = newAdminAppointment.extend({ ...orderFields, employeeId: text(64).optional() });
export const newAdminAppointmentWithOrder = newAdminAppointment.extend(orderFields);
export type NewAppointment = z.infer<typeof newAppointment> & {
  employeeId?: string;
  labortary?: string;
  laboratoryId?: string | undefined;
  confirmed?: boolean | undefined;
};

/** The order that a new appointment brings; null where nothing is asked for. */
export function toNewOrder({ tests = [], orderedBy = '', requisition = '' }: NewOrder): Required<NewOrder> | null {
  return tests.length + orderedBy.length + requisition.length > 0 ? { tests, orderedBy, requisition } : null;
}

/** Our fields that the wire calls otherwise, in forms and in the errors of a refusal. */
export const WIRE_FIELD_NAMES = { employee: 'employeeId', laboratory: 'labortary' } as const;

/** Who a new appointment is for, as the admin's form sends it: the employee's code, the laboratory's name. */
export const readAppointmentParties = ({ employeeId = '', labortary = '', laboratoryId }: NewAppointment) => ({
  employee: employeeId,
  laboratory: labortary,
  laboratoryId,
});

/**
 * What the form holds, as the fields of the multipart request of a call: all that spec 7 has, and what `body` has beyond
 * it where that is set.
 */
export function toNewAppointment(body: z.ZodObject, values: Record<string, unknown>): Record<string, unknown> {
  const { employee, laboratory, tests, orderedBy, requisition, ...rest } = values;
  const sent = {
    ...rest,
    ...omitEmpty({ tests, orderedBy, requisition }),
    [WIRE_FIELD_NAMES.employee]: employee,
    [WIRE_FIELD_NAMES.laboratory]: laboratory,
  };
  const names = [...Object.keys(newAppointment.shape), ...Object.values(WIRE_FIELD_NAMES)];
  return toFormFields(
    Object.keys(body.shape).filter((name) => names.includes(name)),
    sent,
  );
}
