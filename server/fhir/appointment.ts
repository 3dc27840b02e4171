import type { Services } from '../services.ts';
import type { FullAppointment } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';

/** The systems our codes and ids are named by. */
const SYSTEM = {
  employee: 'urn:mobile-phlebotomy-portal:employee',
  laboratory: 'urn:mobile-phlebotomy-portal:laboratory',
  participation: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType',
  snomed: 'http://snomed.info/sct',
};
const MINUTE = 60_000;
/** Minutes of a visit where overlaps are not looked for (VISIT_MINUTES=0). */
const USUAL_VISIT = 30;

/** FHIR's order of urgency is iCalendar's: 1 is the highest, 9 the lowest. */
const PRIORITY: Record<string, number> = { Urgent: 1, High: 3, Medium: 5, Low: 9 };
const GENDER: Record<string, string> = { Male: 'male', Female: 'female', Others: 'other' };

/**
 * What our statuses are called in FHIR. A Pending one is `booked` once an employee has it; before, it is `pending`:
 * somebody who is to take part has not been found yet. Completed is `fulfilled`, Rejected `cancelled`.
 */
export function statusOf({ status, employee_id }: Pick<AppointmentRow, 'status' | 'employee_id'>) {
  if (status === 'Pending') return employee_id ? 'booked' : 'pending';
  return status === 'Completed' ? 'fulfilled' : 'cancelled';
}

/** An object without what is missing: FHIR knows neither null nor empty texts and lists. */
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length),
    ),
  ) as Partial<T>;

/** The patient stands inside the appointment: there is no record of patients beside it. */
function patientOf(row: AppointmentRow) {
  const telecom = [
    { system: 'phone', value: row.contact_number },
    { system: 'email', value: row.email },
  ].filter(({ value }) => value);
  return given({
    resourceType: 'Patient',
    id: 'patient',
    name: [{ text: row.patient_name }],
    telecom,
    gender: GENDER[row.gender] ?? 'unknown',
    birthDate: row.date_of_birth,
    address: row.address && [{ text: row.address }],
  });
}

const type = (code: 'SBJ' | 'PPRF' | 'LOC') => [{ coding: [{ system: SYSTEM.participation, code }] }];

/** Patient, employee and laboratory; an employee still to be found is one who needs to act. */
function participantsOf({ row, employee }: FullAppointment) {
  const patient = {
    type: type('SBJ'),
    actor: { reference: '#patient', type: 'Patient', display: row.patient_name },
    required: 'required',
    status: 'accepted',
  };
  const performer = employee
    ? {
        type: type('PPRF'),
        actor: {
          type: 'Practitioner',
          identifier: { system: SYSTEM.employee, value: employee.employee_code ?? employee.id },
          display: employee.full_name,
        },
        required: 'required',
        status: 'accepted',
      }
    : { type: type('PPRF'), required: 'required', status: 'needs-action' };
  const laboratory = {
    actor: given({
      type: 'HealthcareService',
      identifier: row.laboratory_id && { system: SYSTEM.laboratory, value: row.laboratory_id },
      display: row.laboratory,
    }),
    required: 'information-only',
    status: 'accepted',
  };
  return [patient, performer, ...(row.laboratory ? [laboratory] : [])];
}

/** An appointment as a FHIR R4 resource. Fees, account numbers and files are not part of it. */
export function toFhir(full: FullAppointment, { visitMinutes }: Services['config']) {
  const { row } = full;
  const minutes = visitMinutes || USUAL_VISIT;
  return given({
    resourceType: 'Appointment',
    id: row.id,
    meta: { versionId: String(row.version), lastUpdated: new Date(row.updated_at).toISOString() },
    contained: [patientOf(row)],
    status: statusOf(row),
    serviceType: [
      {
        coding: [
          {
            system: SYSTEM.snomed,
            code: '82078001',
            display: 'Collection of blood specimen for laboratory (procedure)',
          },
        ],
        text: 'Blood draw at home',
      },
    ],
    priority: PRIORITY[row.priority],
    start: new Date(row.scheduled_at).toISOString(),
    end: new Date(row.scheduled_at + minutes * MINUTE).toISOString(),
    minutesDuration: minutes,
    created: new Date(row.created_at).toISOString(),
    comment: row.instructions,
    participant: participantsOf(full),
  });
}
