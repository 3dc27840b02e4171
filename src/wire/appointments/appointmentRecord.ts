import { asList, asNumber, asObject, asText } from 'portal-frame';
import { createFileNamer, fileNames } from 'portal-frame/wire';
import { z } from 'zod';
import { GAPS, readGaps, readOrder, wireOrder } from '../orderApi.ts';
import { readZip } from '../planning/zipCode.ts';
import { VISIT_STATES } from '../visitReportApi.ts';
import {
  asCount,
  asOneOf,
  asTextOrNull,
  optionalStrings,
  readRecord,
  strings,
  texts,
  textsOrNull,
} from '../wireRecords.ts';

/** The employee of an appointment. A separate constant, as lazy schemas have no shape in the browser. */
export const wireAssignee = z.object(strings('_id', 'employeeId', 'fullName')).nullish();

/** An appointment on the wire (spec 3). The provider's host may omit anything but _id. */
export const wireAppointment = z.object({
  ...strings('_id', 'patientName', 'appointmentDateTime', 'createdAt'),
  ...optionalStrings('image', 'email', 'contactNumber', 'address', 'accountNumber', 'dateOfBirth', 'gender'),
  ...optionalStrings('labortary', 'laboratoryId', 'priorityLevel', 'status', 'specialInstructions', 'trackingId'),
  age: z.number().nullish(),
  employeeId: wireAssignee,
  fees: z.number().nullish(),
  documents: z.array(z.string()),
  fileNames,
  /** Beyond spec 3. `version` is named by updates. */
  cancelReason: z.string().nullish(),
  version: z.number().optional(),
  visitState: z.string().nullish(),
  /** Beyond spec 3: number of reports that the person may read. */
  reports: z.number().optional(),
  /** Beyond spec 3: name of the facility in whose round the visit is. */
  facility: z.string().optional(),
  /** Beyond spec 3: obstacles to the draw, the most serious first. */
  gaps: z.array(z.enum(GAPS)).optional(),
  /** Beyond spec 3, only among an employee's visits of today. */
  order: wireOrder.optional(),
});
export type WireAppointment = z.infer<typeof wireAppointment>;

/** Reads the employee, which is under `employeeId`, or under `employee` in a laboratory's lists (spec 7). */
function readAssignee(wire: Record<string, unknown>) {
  const person = [wire.employeeId, wire.employee].map(asObject).find((one) => one.employeeId || one.fullName);
  if (!person) return null;
  const code = asText(person.employeeId);
  return { id: asText(person._id) || code, employeeId: code, fullName: asText(person.fullName) };
}

/** A host may send the status in any case; it is shown capitalized (spec 2). */
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** Reads an appointment of either host. Times are ISO 8601 in UTC; files are addresses relative to the host. */
export function readAppointment(value: unknown) {
  const wire = asObject(value);
  const nameFile = createFileNamer(wire.fileNames);
  const trackingId = asText(wire.trackingId);
  const gaps = readGaps(wire.gaps);
  return {
    ...readRecord(value, {
      ...texts('patientName', 'email', 'contactNumber', 'address', 'accountNumber', 'gender', 'priorityLevel'),
      ...texts('appointmentDateTime', 'specialInstructions', 'createdAt'),
      ...textsOrNull('image', 'dateOfBirth', 'cancelReason', 'facility'),
      age: asNumber,
      fees: asNumber,
      status: (status) => capitalize(asText(status)) || 'Pending',
      /** Undefined on a host without versions. */
      version: (version) => asNumber(version) ?? undefined,
      visitState: asOneOf(VISIT_STATES, null),
      reports: asCount,
      order: readOrder,
    }),
    zip: readZip(asText(wire.address)),
    employee: readAssignee(wire),
    laboratory: asText(wire.labortary),
    documents: asList<string>(wire.documents).map(nameFile),
    trackingImage: trackingId ? asTextOrNull(nameFile(trackingId)) : null,
    gaps,
    /** The most serious gap. */
    readiness: gaps[0] ?? null,
  };
}
export type Appointment = ReturnType<typeof readAppointment>;
