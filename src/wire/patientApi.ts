import { z } from 'zod';
import { call, failureTexts } from '../../frame/wire/call.ts';

/** Appointments of one request: more than a person ever has. */
const MAX_PATIENT_RECORDS = 5000;

/** One of the appointments under a patient's name, with what tells whether it is the same person's. */
const patientRecord = z.object({
  _id: z.string(),
  patientName: z.string(),
  dateOfBirth: z.string().nullable(),
  email: z.string(),
  contactNumber: z.string(),
  appointmentDateTime: z.string(),
  laboratory: z.string(),
  status: z.string(),
  /** Its photo, tracking image and documents. */
  files: z.number(),
  /** The same birth date as the one that was asked from. */
  sameBirthDate: z.boolean(),
  /** The same e-mail address or telephone number. */
  sameContact: z.boolean(),
});
export type WirePatientRecord = z.infer<typeof patientRecord>;

/** As the portal names it. */
export type PatientRecord = Omit<WirePatientRecord, '_id'> & { id: string };

/** Reads the reply of get-patient. */
export const readPatientRecords = (data: unknown): PatientRecord[] =>
  (data as WirePatientRecord[]).map(({ _id: id, ...rest }) => ({ id, ...rest }));

/** The appointments that an admin saw and confirmed to be one person's. */
export const confirmedRecords = z.object({
  appointments: z
    .array(z.string().max(64), { error: 'validation.invalid' })
    .min(1, { error: 'validation.invalid' })
    .max(MAX_PATIENT_RECORDS, { error: 'validation.invalid' }),
});

/**
 * One patient's data. Beyond spec 7. A patient has no record of their own: `{id}` is an appointment of theirs, and the
 * admin says which of those under the same name are the same person's. The export is no call: it is a ZIP file
 * (server/patients/patientExportRoute.ts).
 */
export const patientCalls = {
  patientRecords: call({
    method: 'GET',
    path: '/admin/get-patient/{id}',
    roles: ['admin'],
    feature: 'patients',
    summary: 'The appointments under the name of an appointment’s patient.',
    data: z.array(patientRecord),
    failure: failureTexts('errors.patient'),
  }),
  deletePatient: call({
    method: 'POST',
    path: '/admin/delete-patient/{id}',
    roles: ['admin'],
    feature: 'patients',
    reauthenticate: 'always',
    summary: 'Delete appointments of one patient with all that names the patient; payments keep their amounts.',
    body: confirmedRecords,
    /** `pending`: files that the storage could not delete yet; the server tries again until it does. */
    data: z.object({ deleted: z.number(), pending: z.number().optional() }),
    failure: failureTexts('errors.patient'),
  }),
};

/** Where the same selection is exported: POST, the body of `deletePatient`; gives a ZIP file. */
export const EXPORT_PATIENT_PATH = '/admin/export-patient';
