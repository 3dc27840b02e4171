import {
  type Account,
  getToday,
  type FileOwner as Owned,
  type Services,
  toIsoString,
  type UrlReader,
} from 'portal-frame/server';
import type { WireAppointment } from '../../src/wire/appointments/appointmentRecord.ts';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import { type FullAppointment, loadDetails, NO_PATIENT, type Owner } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { findVisitGaps } from '../visitOrders.ts';
import { findFacilities } from './planning/bookingRules.ts';

/** Returns the owner filter of an account; undefined for admins, who see all appointments. */
export function ownerOf({ role, id }: Pick<Account, 'role' | 'id'>): Owner | undefined {
  if (role === 'admin') return undefined;
  return { column: role === 'employee' ? 'employee_id' : 'laboratory_id', id };
}

/** Files are signed for the reader's session, and laboratories do not see notes. */
type ReportReader = UrlReader & Pick<Account, 'role'>;

/** Returns the years from a day of birth to today (YYYY-MM-DD); null for a day to come. */
function getAge(born: string, today: string): number | null {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0);
  return years >= 0 ? years : null;
}

/** Converts a row to the wire format with signed file addresses. */
export function toWire(
  { row, documents, employee, reports }: FullAppointment,
  { files, config }: Pick<Services, 'files' | 'config'>,
  reader: ReportReader,
  further: Pick<WireAppointment, 'gaps' | 'order' | 'facility'> = {},
): WireAppointment {
  const url = (file: { path: string; size?: number }, as: Owned['as']) =>
    files.createUrl(file, { resource: 'appointments', id: row.id, as }, reader);
  const { image, tracking_image: tracking } = row;
  const names = documents.map(({ path, name }) => [path, name]);
  if (tracking) names.push([tracking, `tracking.${tracking.split('.').pop()}`]);
  const visible = reports.all - (reader.role === 'laboratory' ? reports.notes : 0);
  return {
    _id: row.id,
    patientName: row.patient_name,
    image: image && url({ path: image }, 'photos'),
    // Lists of others have the day of birth alone.
    age: row.age ?? (row.date_of_birth ? getAge(row.date_of_birth, getToday(config.timeZone)) : null),
    email: row.email,
    contactNumber: row.contact_number,
    address: row.address,
    accountNumber: row.account_number,
    dateOfBirth: row.date_of_birth,
    gender: row.gender,
    fees: row.fees_cents === null ? null : row.fees_cents / 100,
    priorityLevel: row.priority,
    appointmentDateTime: toIsoString(row.scheduled_at),
    status: row.status,
    specialInstructions: row.instructions,
    documents: documents.map((file) => url(file, 'documents')),
    createdAt: toIsoString(row.created_at),
    employeeId: employee && {
      _id: employee.id,
      employeeId: employee.employee_code ?? '',
      fullName: employee.full_name,
    },
    [WIRE_FIELD_NAMES.laboratory]: row.laboratory,
    laboratoryId: row.laboratory_id,
    trackingId: tracking && url({ path: tracking }, 'documents'),
    ...(names.length > 0 && { fileNames: Object.fromEntries(names) }),
    cancelReason: row.cancel_reason,
    ...(row.cancelled_by && { cancelledBy: row.cancelled_by }),
    version: row.version,
    ...(row.visit_state && { visitState: row.visit_state }),
    ...(visible > 0 && { reports: visible }),
    ...further,
  };
}

export async function allToWire(all: readonly FullAppointment[], services: Services, reader: ReportReader) {
  const readFields = await loadVisitFields(services, all);
  return all.map((one) => toWire(one, services, reader, readFields(one)));
}

/** Loads the gaps and facilities of visits. Returns a function that gives those of one. */
export async function loadVisitFields(services: Services, all: readonly FullAppointment[]) {
  const gaps = await findVisitGaps(services, all);
  const facilities = await findFacilities(
    services,
    all.map(({ row }) => row.id),
  );
  return ({ row }: FullAppointment): Pick<WireAppointment, 'gaps' | 'facility'> => {
    const [own = [], facility] = [gaps.get(row.id), facilities.get(row.id)];
    return { ...(own.length > 0 && { gaps: [...own] }), ...(facility && { facility }) };
  };
}

export async function oneToWire(row: AppointmentRow, services: Services, reader: ReportReader) {
  const [wire] = await allToWire(await loadDetails(services.db, [row]), services, reader);
  return wire as WireAppointment;
}

/** Removes all patient data from a row, for the reply to a session that became idle. */
export const withoutPatient = (row: AppointmentRow): FullAppointment => ({
  row: {
    ...{ ...row, ...NO_PATIENT },
    ...{ tracking_image: null, cancel_reason: null, visit_state: null, completed_by_report: null },
  },
  documents: [],
  employee: null,
  reports: { all: 0, notes: 0 },
});
