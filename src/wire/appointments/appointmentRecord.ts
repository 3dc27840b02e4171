import { asList, asNumber, asObject, asText } from 'portal-frame';
import {
  asCount,
  asOneOf,
  asTextOrNull,
  createFileNamer,
  fileNames,
  optionalNumber,
  optionalTexts,
  optionalTextsOrNull,
  wireList,
  wireObject,
  wireRecord,
  wireText,
  wireTexts,
  wireValue,
} from 'portal-frame/wire';
import { z } from 'zod';
import { VISIT_STATES } from '../choices.ts';
import { GAPS, readGaps, readOrder, wireOrder } from '../orderApi.ts';
import { whyNot } from './whyNotCodes.ts';
import { readZip } from './zipCode.ts';

/** The employee of an appointment. A separate constant, as lazy schemas have no shape in the browser. */
export const wireAssignee = wireRecord(wireTexts('employeeId', 'fullName')).schema.nullish();

/** A host may send the status in any case; it is shown capitalized (spec 2). */
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

const lastEmployee = wireObject({
  fullName: wireText,
  /** Has time off on the day of the visit. */
  absent: wireValue(z.boolean(), (value) => value === true),
});

/** An appointment on the wire (spec 3), but for the fields that `readAppointment` renames. */
const appointment = wireRecord({
  ...wireTexts('patientName', 'appointmentDateTime', 'createdAt'),
  ...optionalTextsOrNull('image', 'dateOfBirth'),
  ...optionalTexts('email', 'contactNumber', 'address', 'accountNumber', 'gender', 'priorityLevel'),
  ...optionalTexts('specialInstructions'),
  status: wireValue(z.string().nullish(), (status) => capitalize(asText(status)) || 'Pending'),
  age: optionalNumber,
  fees: optionalNumber,
  /** Beyond spec 3, as all below. Updates name the version; undefined on a host without versions. */
  version: wireValue(z.number().optional(), (version) => asNumber(version) ?? undefined),
  ...optionalTextsOrNull('cancelReason', 'cancelledBy'),
  visitState: wireValue(z.string().nullish(), asOneOf(VISIT_STATES, null)),
  /** Number of reports that the person may read. */
  reports: wireValue(z.number().optional(), asCount),
  /** Name of the facility in whose round the visit is. */
  facility: wireValue(z.string().optional(), asTextOrNull),
  /** Obstacles to the draw, the most serious first. */
  gaps: wireValue(z.array(z.enum(GAPS)).optional(), readGaps),
  /** Only in the dispatcher's tab of conflicts: what speaks against the employee. */
  against: wireValue(z.array(whyNot.schema).optional(), wireList(whyNot).read),
  /** Only in the dispatcher's tab of unassigned visits: who had it before. */
  lastEmployee: wireValue(lastEmployee.schema.optional(), (value) => (value ? lastEmployee.read(value) : null)),
  /** Only among an employee's visits of today. */
  order: wireValue(wireOrder.optional(), readOrder),
});
const optionalString = z.string().nullish();
/** The provider's host may omit anything but _id. */
export const wireAppointment = appointment.schema.extend({
  labortary: optionalString,
  laboratoryId: optionalString,
  trackingId: optionalString,
  employeeId: wireAssignee,
  documents: z.array(z.string()),
  fileNames,
});
export type WireAppointment = z.infer<typeof wireAppointment>;
/** An appointment of an import's preview, with the order that its row names. */
export const wireImportedAppointment = wireAppointment.extend({
  tests: z.array(z.string()).optional(),
  orderedBy: z.string().optional(),
  requisition: z.string().optional(),
});

/** Reads the employee, which is under `employeeId`, or under `employee` in a laboratory's lists (spec 7). */
function readAssignee(wire: Record<string, unknown>) {
  const person = [wire.employeeId, wire.employee].map(asObject).find((one) => one.employeeId || one.fullName);
  if (!person) return null;
  const code = asText(person.employeeId);
  return { id: asText(person._id) || code, employeeId: code, fullName: asText(person.fullName) };
}

/** Reads an appointment of either host. Times are ISO 8601 in UTC; files are addresses relative to the host. */
export function readAppointment(value: unknown) {
  const wire = asObject(value);
  const nameFile = createFileNamer(wire.fileNames);
  const trackingId = asText(wire.trackingId);
  const read = appointment.read(value);
  return {
    ...read,
    zip: readZip(asText(wire.address)),
    employee: readAssignee(wire),
    laboratory: asText(wire.labortary),
    documents: asList<string>(wire.documents).map(nameFile),
    trackingImage: trackingId ? asTextOrNull(nameFile(trackingId)) : null,
    /** Why it is in a tab of the dispatcher. */
    why: [...read.against.map(({ code }) => code), read.lastEmployee?.fullName].filter(Boolean).join(', ') || null,
    /** The most serious gap. */
    readiness: read.gaps[0] ?? null,
  };
}
export type Appointment = ReturnType<typeof readAppointment>;

/** Reads an appointment of an import's preview. */
export function readImportedAppointment(value: unknown) {
  const { tests, orderedBy, requisition } = asObject(value);
  const ids = asList<string>(tests).map(asText);
  return {
    ...readAppointment(value),
    ...{
      tests: ids.length > 0 ? ids : null,
      orderedBy: asTextOrNull(orderedBy),
      requisition: asTextOrNull(requisition),
    },
  };
}
