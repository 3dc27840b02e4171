import { type CallHandlers, HttpError, notFound, records, systemContext, transaction } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { appointmentById, type FullAppointment, loadDetails } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import type { patientCalls, WirePatientRecord } from '../wire/patientApi.ts';
import { namesakes } from './patientRows.ts';

const digits = (number: string) => number.replace(/\D/g, '');
const sameText = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase();

/** Converts an appointment under a patient's name to the wire, compared with `asked`, one of the patient's own. */
function toWire({ row, documents }: FullAppointment, asked: AppointmentRow): WirePatientRecord {
  return {
    _id: row.id,
    patientName: row.patient_name,
    dateOfBirth: row.date_of_birth,
    email: row.email,
    contactNumber: row.contact_number,
    appointmentDateTime: new Date(row.scheduled_at).toISOString(),
    laboratory: row.laboratory,
    status: row.status,
    files: documents.length + [row.image, row.tracking_image].filter((path) => path !== null).length,
    sameBirthDate: row.date_of_birth === asked.date_of_birth,
    sameContact: sameText(row.email, asked.email) || sameText(digits(row.contact_number), digits(asked.contact_number)),
  };
}

/** Finds the appointments confirmed as the patient's. Throws 404, or 409 if one has another name or is gone. */
export async function findConfirmed(db: Db, id: string, ids: readonly string[]): Promise<AppointmentRow[]> {
  const asked = await appointmentById(db, id);
  if (!asked) throw notFound();
  const confirmedIds = new Set(ids);
  const rows = (await namesakes(db, asked)).filter((row) => confirmedIds.has(row.id));
  if (rows.length < confirmedIds.size) throw new HttpError(409, 'server.patientChanged');
  return rows;
}

export const patientHandlers: CallHandlers<typeof patientCalls> = {
  async patientRecords({ params }, { db }) {
    const asked = await appointmentById(db, params.id);
    if (!asked) throw notFound();
    const found = await loadDetails(db, await namesakes(db, asked));
    return { data: found.map((one) => toWire(one, asked)) };
  },

  async deletePatient({ params, body, ...calling }, services) {
    const { rows, paths } = await transaction({ ...calling, services }, async (tx) => {
      const duplicates = await findConfirmed(tx.db, params.id, body.appointments);
      const ids = duplicates.map(({ id }) => id);
      const rows = await records(systemContext(tx)).deleteMany('appointments', ids);
      const { alsoChanged, freedFiles } = tx.transaction;
      const nested = alsoChanged.filter(({ resource }) => resource !== 'appointments');
      await tx.note(tx.db, { recordIds: rows.map(({ id }) => id), fields: [], nested });
      return { rows, paths: freedFiles.splice(0) };
    });
    const pending = await services.files.discard(paths);
    const args = { count: String(rows.length), files: String(pending) };
    const message = pending > 0 ? 'server.patientFilesPending' : 'server.patientDeleted';
    return { message, args, data: { deleted: rows.length, pending } };
  },
};
