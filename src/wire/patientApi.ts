import { call, failureTexts, getFor, postFor } from 'portal-frame';
import { wireRecord, wireTexts } from 'portal-frame/wire';
import { z } from 'zod';

const MAX_PATIENT_RECORDS = 5000;

const patientTexts = wireTexts('patientName', 'email', 'contactNumber', 'appointmentDateTime', 'laboratory', 'status');
/** An appointment under a patient's name, with hints whether it belongs to the same person. */
const patientRecord = wireRecord(patientTexts).schema.extend({
  dateOfBirth: z.string().nullable(),
  /** Number of files. */
  files: z.number(),
  /** Same birth date as the requested appointment. */
  sameBirthDate: z.boolean(),
  /** Same e-mail address or phone number. */
  sameContact: z.boolean(),
});
export type WirePatientRecord = z.infer<typeof patientRecord>;

export type PatientRecord = Omit<WirePatientRecord, '_id'> & { id: string };

export const readPatientRecords = (data: unknown): PatientRecord[] =>
  (data as WirePatientRecord[]).map(({ _id: id, ...rest }) => ({ id, ...rest }));

/** Appointments that an admin confirmed to be one person's. */
export const confirmedRecords = z.object({
  appointments: z
    .array(z.string().max(64), { error: 'validation.invalid' })
    .min(1, { error: 'validation.invalid' })
    .max(MAX_PATIENT_RECORDS, { error: 'validation.invalid' }),
});

/** Beyond spec 7. There are no patient records: `{id}` is an appointment; the admin selects others of the person. */
export const patientCalls = {
  patientRecords: call({
    ...getFor('admin'),
    path: '/admin/get-patient/{id}',
    feature: 'patients',
    summary: 'The appointments under the name of an appointment’s patient.',
    data: z.array(patientRecord),
    failure: failureTexts('errors.patient'),
  }),
  deletePatient: call({
    ...postFor('admin'),
    path: '/admin/delete-patient/{id}',
    feature: 'patients',
    reauthenticate: 'always',
    summary: 'Delete appointments of one patient with all that names the patient; payments keep their amounts.',
    body: confirmedRecords,
    /** `pending`: number of files whose deletion is retried. */
    data: z.object({ deleted: z.number(), pending: z.number().optional() }),
    failure: failureTexts('errors.patient'),
  }),
};

/** POST with the body of `deletePatient`; replies with a ZIP file (server/patients). */
export const EXPORT_PATIENT_PATH = '/admin/export-patient';
