import { declareCalls, failureTexts } from 'portal-frame';
import { wireBoolean, wireCount, wireList, wireRecord, wireTextOrNull, wireTexts } from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    patients: true;
  }
}

const MAX_PATIENT_RECORDS = 5000;

/** An appointment under a patient's name, with hints whether it belongs to the same person. */
const patientRecord = wireRecord({
  ...wireTexts('patientName', 'email', 'contactNumber', 'appointmentDateTime', 'laboratory', 'status'),
  dateOfBirth: wireTextOrNull,
  files: wireCount,
  /** Same birth date as the requested appointment. */
  sameBirthDate: wireBoolean,
  /** Same e-mail address or phone number. */
  sameContact: wireBoolean,
});
export type WirePatientRecord = z.infer<typeof patientRecord.schema>;
export type PatientRecord = ReturnType<typeof patientRecord.read>;
const patientRecords = wireList(patientRecord);
export const readPatientRecords = patientRecords.read;

/** Appointments that an admin confirmed to be one person's. */
export const confirmedRecords = z.object({
  appointments: z
    .array(z.string().max(64), { error: 'validation.invalid' })
    .min(1, { error: 'validation.invalid' })
    .max(MAX_PATIENT_RECORDS, { error: 'validation.invalid' }),
});

const { get, post } = declareCalls({ feature: 'patients', failure: failureTexts('errors.patient') });

/** Beyond spec 7. There are no patient records: `{id}` is an appointment; the admin selects others of the person. */
export const patientCalls = {
  patientRecords: get('/admin/get-patient/{id}', {
    summary: 'The appointments under the name of an appointment’s patient.',
    data: patientRecords.schema,
  }),
  deletePatient: post('/admin/delete-patient/{id}', {
    reauthenticate: 'always',
    summary: 'Delete appointments of one patient with all that names the patient; payments keep their amounts.',
    body: confirmedRecords,
    /** `pending`: number of files whose deletion is retried. */
    data: z.object({ deleted: z.number(), pending: z.number().optional() }),
  }),
};

/** POST with the body of `deletePatient`; replies with a ZIP file (server/patientExportRoute.ts). */
export const EXPORT_PATIENT_PATH = '/admin/export-patient';
