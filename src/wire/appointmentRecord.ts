import { z } from 'zod';
import type { AnyRecord } from '../../frame/wire/binding.ts';
import { createFileNamer, fileNames } from '../../frame/wire/fileNames.ts';
import { asList, asNumber, asObject, asText } from '../../frame/wire/wireValues.ts';
import { GAPS, type Gap, readGaps, readOrder, type VisitOrder, wireOrder } from './orderApi.ts';
import { VISIT_STATES, type VisitState } from './visitReportApi.ts';

/** The employee of an appointment, as replies hold it; its schema cannot be read off `wireAppointment` in the browser. */
export const wireAssignee = z.object({ _id: z.string(), employeeId: z.string(), fullName: z.string() }).nullish();

/** An appointment as the wire has it (spec 3). The provider's host may leave anything but _id out. */
export const wireAppointment = z.object({
  _id: z.string(),
  patientName: z.string(),
  image: z.string().nullish(),
  age: z.number().nullish(),
  email: z.string().nullish(),
  contactNumber: z.string().nullish(),
  address: z.string().nullish(),
  accountNumber: z.string().nullish(),
  dateOfBirth: z.string().nullish(),
  gender: z.string().nullish(),
  employeeId: wireAssignee,
  labortary: z.string().nullish(),
  laboratoryId: z.string().nullish(),
  fees: z.number().nullish(),
  priorityLevel: z.string().nullish(),
  appointmentDateTime: z.string(),
  status: z.string().nullish(),
  specialInstructions: z.string().nullish(),
  documents: z.array(z.string()),
  trackingId: z.string().nullish(),
  createdAt: z.string(),
  fileNames,
  /** Beyond spec 3: why it was cancelled, and the version that a change names. */
  cancelReason: z.string().nullish(),
  version: z.number().optional(),
  /** Beyond spec 3: how far its employee says it is. */
  visitState: z.string().nullish(),
  /** Beyond spec 3: how many reports the person may read. */
  reports: z.number().optional(),
  /** Beyond spec 3: what is missing for the draw, the gravest first. */
  gaps: z.array(z.enum(GAPS)).optional(),
  /** Beyond spec 3, among an employee's visits of today: the order that is drawn from. */
  order: wireOrder.optional(),
});
export type WireAppointment = z.infer<typeof wireAppointment>;

/** The employee an appointment is assigned to. */
export interface EmployeeRef {
  id: string;
  employeeId: string;
  fullName: string;
}

/** An appointment in our words. Times are ISO 8601 in UTC, files are addresses relative to the host. */
export interface Appointment extends AnyRecord {
  patientName: string;
  image: string | null;
  age: number | null;
  email: string;
  contactNumber: string;
  address: string;
  accountNumber: string;
  dateOfBirth: string | null;
  gender: string;
  employee: EmployeeRef | null;
  laboratory: string;
  fees: number | null;
  priorityLevel: string;
  appointmentDateTime: string;
  status: string;
  specialInstructions: string;
  documents: string[];
  trackingImage: string | null;
  createdAt: string;
  cancelReason: string | null;
  /** Counts the changes; undefined on a host that does not count. */
  version: number | undefined;
  visitState: VisitState | null;
  reports: number;
  gaps: Gap[];
  /** The first of them. */
  readiness: Gap | null;
  order: VisitOrder | null;
}

/** The employee stands under `employeeId`, or under `employee` in a laboratory's lists (spec 7). */
function readAssignee(wire: Record<string, unknown>): EmployeeRef | null {
  const person = [wire.employeeId, wire.employee].map(asObject).find((one) => one.employeeId || one.fullName);
  if (!person) return null;
  const code = asText(person.employeeId);
  return { id: asText(person._id) || code, employeeId: code, fullName: asText(person.fullName) };
}

/** A status in whatever case a host keeps it (spec 2: shown capitalised). */
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** Reads one appointment of either host; what is missing becomes '' or null. */
export function readAppointment(value: unknown): Appointment {
  const wire = asObject(value);
  const named = createFileNamer(wire.fileNames);
  const trackingId = asText(wire.trackingId);
  const gaps = readGaps(wire.gaps);
  return {
    id: asText(wire._id),
    patientName: asText(wire.patientName),
    image: asText(wire.image) || null,
    age: asNumber(wire.age),
    email: asText(wire.email),
    contactNumber: asText(wire.contactNumber),
    address: asText(wire.address),
    accountNumber: asText(wire.accountNumber),
    dateOfBirth: asText(wire.dateOfBirth) || null,
    gender: asText(wire.gender),
    employee: readAssignee(wire),
    laboratory: asText(wire.labortary),
    fees: asNumber(wire.fees),
    priorityLevel: asText(wire.priorityLevel),
    appointmentDateTime: asText(wire.appointmentDateTime),
    status: capitalize(asText(wire.status)) || 'Pending',
    specialInstructions: asText(wire.specialInstructions),
    documents: asList<string>(wire.documents).map(named),
    trackingImage: (trackingId && named(trackingId)) || null,
    createdAt: asText(wire.createdAt),
    cancelReason: asText(wire.cancelReason) || null,
    version: asNumber(wire.version) ?? undefined,
    visitState: VISIT_STATES.find((one) => one === wire.visitState) ?? null,
    reports: asNumber(wire.reports) ?? 0,
    gaps,
    readiness: gaps[0] ?? null,
    order: readOrder(wire.order),
  };
}
