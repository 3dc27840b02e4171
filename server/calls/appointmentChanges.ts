import type { ValuesOf } from 'portal-frame';
import { records, type SavedFile, systemContext, type TransactionContext, trustedContext } from 'portal-frame/server';
import type appointments from '../../src/resources/appointments.ts';
import { appointmentById } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';

type FileField = 'image' | 'trackingImage';
/** Values to write; hooks add all that follows from them (server/resources/appointments.ts). */
export type AppointmentValues = Partial<
  Omit<ValuesOf<typeof appointments>, FileField> & Record<FileField, SavedFile | null>
>;

/** Creates an appointment and returns its row. */
export async function createAppointment(tx: TransactionContext, values: AppointmentValues): Promise<AppointmentRow> {
  const { id } = await records(systemContext(tx)).create('appointments', values, { fields: [] });
  return (await appointmentById(tx.db, id)) as AppointmentRow;
}

/** Changes an appointment and returns its row. Throws an HttpError: 404, or 409 if it has another version. */
export async function updateAppointment(
  tx: TransactionContext,
  id: string,
  values: AppointmentValues & { version?: number },
): Promise<AppointmentRow> {
  await records(trustedContext(tx)).update('appointments', id, values);
  return (await appointmentById(tx.db, id)) as AppointmentRow;
}
