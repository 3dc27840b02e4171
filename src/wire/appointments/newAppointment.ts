import {
  anyPhone,
  confirmation,
  day,
  email,
  hasDecimals,
  localDateTime,
  omitEmpty,
  parsePlainNumber,
  required,
  requiredMessage,
  text,
  toFormFields,
} from 'portal-frame/wire';
import { z } from 'zod';
import { APPOINTMENT_STATUSES, CANCELLERS, GENDERS, PRIORITIES } from '../choices.ts';

const requiredChoice = <const V extends readonly string[]>(values: V, field: string) =>
  z.enum(values, { error: requiredMessage(field) });

/** A number sent by a form; '' counts as missing. */
const optionalFormNumber = (rule: z.ZodNumber, error: string) =>
  z.preprocess(
    (value) => (value === '' ? undefined : typeof value === 'string' ? (parsePlainNumber(value) ?? value) : value),
    z.number({ error }).pipe(rule).optional(),
  );

export const genderRule = (error: string) =>
  z.enum([...GENDERS, 'Other'], { error }).transform((value) => (value === 'Other' ? 'Others' : value));
export const ageRule = z
  .number({ error: 'validation.age' })
  .int({ error: 'validation.age' })
  .min(0, { error: 'validation.age' })
  .max(150, { error: 'validation.age' });
/** Why a visit is booked against the rules of planning. */
export const overrideReason = text(500).optional();
/** Beyond spec 7: the answers of the dialog that cancels a visit. One by patient or laboratory is charged if late. */
export const cancellation = {
  cancelReason: text(500).optional(),
  cancelledBy: z.union([z.literal(''), z.enum(CANCELLERS, { error: 'validation.invalid' })]).optional(),
};
/** Dollars, whole cents. */
export const feesRule = z
  .number({ error: 'validation.fees' })
  .min(0, { error: 'validation.fees' })
  .max(1_000_000, { error: 'validation.fees' })
  .refine((fees) => hasDecimals(fees, 2), { error: 'validation.fees' });

export const newAppointment = z.object({
  patientName: required('patientName'),
  email: z.union([z.literal(''), email]).optional(),
  age: optionalFormNumber(ageRule, 'validation.age'),
  contactNumber: anyPhone.optional(),
  accountNumber: text(64).optional(),
  address: text(500).optional(),
  dateOfBirth: z.union([z.literal(''), day]).optional(),
  gender: genderRule(requiredMessage('gender')),
  priorityLevel: requiredChoice(PRIORITIES, 'priorityLevel'),
  status: requiredChoice(APPOINTMENT_STATUSES, 'status'),
  fees: optionalFormNumber(feesRule, 'validation.fees'),
  appointmentDateTime: localDateTime,
  specialInstructions: text(4000).optional(),
  /** Beyond spec 7: accepts what the host asked about. */
  confirmed: confirmation,
  overrideReason,
});
/** Beyond spec 7: fields of an order that is created with the appointment. */
const orderFields = {
  tests: z.array(text(200)).max(40).optional(),
  orderedBy: text(120).optional(),
  requisition: text(64).optional(),
};
export type NewOrder = z.infer<z.ZodObject<typeof orderFields>>;
export const newAppointmentWithOrder = newAppointment.extend(orderFields);

/** An admin also names the employee and the laboratory. */
export const newAdminAppointment = newAppointment.extend({
  employeeId: required('employee'),
  // Earlier releases took names of this length.
  labortary: required('laboratory', 2000),
  /** Beyond spec 7: record id of the laboratory; replaces the name. */
  laboratoryId: text(64).min(1).optional(),
});
/** A row of an admin's import, which may have no employee. */
export const importedAdminAppointment = newAdminAppointment.extend({ ...orderFields, employeeId: text(64).optional() });
export const newAdminAppointmentWithOrder = newAdminAppointment.extend(orderFields);
export type NewAppointment = z.infer<typeof newAppointment> & {
  employeeId?: string;
  labortary?: string;
  laboratoryId?: string | undefined;
};

/** The order fields of a new appointment; null if all are empty. */
export function toNewOrder({ tests = [], orderedBy = '', requisition = '' }: NewOrder): Required<NewOrder> | null {
  return tests.length + orderedBy.length + requisition.length > 0 ? { tests, orderedBy, requisition } : null;
}

/** Names on the wire of fields that the portal names differently. */
export const WIRE_FIELD_NAMES = { employee: 'employeeId', laboratory: 'labortary' } as const;

export const toWireNames = ({ employee, laboratory, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  [WIRE_FIELD_NAMES.employee]: employee,
  [WIRE_FIELD_NAMES.laboratory]: laboratory,
});

/** Fields whose names and values on the wire are those of the record. The browser loads schemas later than this module. */
export const SAME_FIELDS = [
  ...(['patientName', 'email', 'age', 'contactNumber', 'accountNumber', 'address', 'dateOfBirth', 'gender'] as const),
  ...(['priorityLevel', 'status', 'fees', 'specialInstructions'] as const),
] as const;
const FORM_FIELDS: readonly string[] = [...SAME_FIELDS, 'appointmentDateTime', ...Object.values(WIRE_FIELD_NAMES)];

/** Converts form values to the fields of the multipart request: all fields of spec 7, and set fields beyond it. */
export function toNewAppointment(body: z.ZodObject, values: Record<string, unknown>): Record<string, unknown> {
  const { tests, orderedBy, requisition, ...rest } = values;
  const sent = { ...toWireNames(rest), ...omitEmpty({ tests, orderedBy, requisition }) };
  return toFormFields(
    Object.keys(body.shape).filter((name) => FORM_FIELDS.includes(name)),
    sent,
  );
}
