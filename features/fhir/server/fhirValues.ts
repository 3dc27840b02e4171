import { createHash } from 'node:crypto';
import type { AssignedEmployee } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';

/** Systems of codes and identifiers. */
export const SYSTEM = {
  employee: 'urn:mobile-phlebotomy-portal:employee',
  patient: 'urn:mobile-phlebotomy-portal:patient',
  laboratory: 'urn:mobile-phlebotomy-portal:laboratory',
  requisition: 'urn:mobile-phlebotomy-portal:requisition',
  tube: 'urn:mobile-phlebotomy-portal:tube',
  participation: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType',
  fasting: 'http://terminology.hl7.org/CodeSystem/v2-0916',
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
};

const GENDER: Record<string, string> = { Male: 'male', Female: 'female', Others: 'other' };

/** Omits missing values: FHIR forbids null, empty texts and empty lists. */
export const omitEmptyMembers = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length),
    ),
  ) as Partial<T>;

export const toCodeableConcept = (system: string, code: string, display?: string) => ({
  coding: [omitEmptyMembers({ system, code, display })],
});

/** Returns one id for all visits of a name and birth date; without a birth date one per visit: names are shared. */
function computePatientId({ id, patient_key, date_of_birth }: AppointmentRow): string {
  const person = date_of_birth ? `${patient_key} ${date_of_birth}` : id;
  return createHash('sha256').update(person).digest('base64url').slice(0, 22);
}

/** Converts the patient of an appointment to a contained resource, because there are no patient records. */
export function toPatient(row: AppointmentRow) {
  const telecom = [
    { system: 'phone', value: row.contact_number },
    { system: 'email', value: row.email },
  ].filter(({ value }) => value);
  return omitEmptyMembers({
    resourceType: 'Patient',
    id: 'patient',
    identifier: [{ use: 'secondary', system: SYSTEM.patient, value: computePatientId(row) }],
    name: [{ text: row.patient_name }],
    telecom,
    gender: GENDER[row.gender] ?? 'unknown',
    birthDate: row.date_of_birth,
    address: row.address && [{ text: row.address }],
  });
}

export const toSubject = ({ patient_name }: AppointmentRow) => ({
  reference: '#patient',
  type: 'Patient',
  display: patient_name,
});

export const toPractitioner = ({ id, employee_code, full_name }: AssignedEmployee) => ({
  type: 'Practitioner',
  identifier: { system: SYSTEM.employee, value: employee_code ?? id },
  display: full_name,
});

export const toLaboratory = ({ laboratory_id, laboratory }: AppointmentRow) =>
  omitEmptyMembers({
    type: 'HealthcareService',
    identifier: laboratory_id && { system: SYSTEM.laboratory, value: laboratory_id },
    display: laboratory,
  });

export const toMeta = (version: number, changedAt: number) => ({
  versionId: String(version),
  lastUpdated: new Date(changedAt).toISOString(),
});
