import type { Db } from 'portal-frame/server/database';
import type { AppointmentRow } from '../../../server/store/schema.ts';

/** Finds the appointments under a patient's name, newest first. There are no patient records. */
export const namesakes = (db: Db, { patient_key }: Pick<AppointmentRow, 'patient_key'>): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('patient_key', '=', patient_key)
    .orderBy('scheduled_at', 'desc')
    .orderBy('id')
    .execute();

/** Reads the rows that belong to these appointments, for the export of a patient's data. */
export async function belongingsOf(db: Db, ids: readonly string[]) {
  const [transactions, notifications, reports] = await Promise.all([
    db.selectFrom('transactions').selectAll().where('appointment_id', 'in', ids).execute(),
    db.selectFrom('notifications').selectAll().where('appointment_id', 'in', ids).execute(),
    db.selectFrom('visit_reports').selectAll().where('appointment_id', 'in', ids).execute(),
  ]);
  return { transactions, notifications, reports };
}
