import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { expandJsonTexts } from '../../frame/server/db/jsonLists.ts';
import type { AppointmentRow } from './schema.ts';

/** Texts of a statement: SQLite takes 32,766 values. */
const PORTION = 500;

/**
 * The appointments under a patient's name, the newest first. There is no record of a patient: who looks at them says
 * which are the same person's, by birth date and contact.
 */
export const namesakes = (db: Db, { patient_key }: Pick<AppointmentRow, 'patient_key'>): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('patient_key', '=', patient_key)
    .orderBy('scheduled_at', 'desc')
    .orderBy('id')
    .execute();

/** Finished appointments of before that time, the oldest first, without those of `but`. */
export async function finishedBefore(db: Db, before: number, most: number, but: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('status', 'in', ['Completed', 'Rejected'])
    .where('scheduled_at', '<', before)
    .where('id', 'not in', expandJsonTexts(db, JSON.stringify(but)))
    .orderBy('scheduled_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** What was deleted: whose lists change, and the files to remove once the transaction is through. */
export interface Erased {
  rows: Pick<AppointmentRow, 'id' | 'employee_id' | 'laboratory_id'>[];
  paths: string[];
}

/**
 * Deletes appointments with all that names their patients: documents, notifications, and the names in payments, whose
 * amounts stay for the books. Call it in a transaction. Those that are gone by then are left out.
 */
export async function eraseAppointments(db: Db, ids: readonly string[]): Promise<Erased> {
  const erased: Erased = { rows: [], paths: [] };
  for (let from = 0; from < ids.length; from += PORTION) {
    const portion = ids.slice(from, from + PORTION);
    const documents = await db.selectFrom('documents').select('path').where('appointment_id', 'in', portion).execute();
    await db
      .updateTable('transactions')
      .set({ appointment_id: null, patient_name: '', account_number: '' })
      .where('appointment_id', 'in', portion)
      .execute();
    await db.deleteFrom('notifications').where('appointment_id', 'in', portion).execute();
    const rows = await db.deleteFrom('appointments').where('id', 'in', portion).returningAll().execute();
    // Notifications from before they knew their appointment are found by the name in their text.
    for (const name of new Set(rows.map((row) => row.patient_name.trim()))) await eraseNoticesOf(db, name);
    erased.rows.push(...rows);
    const own = rows.flatMap(({ image, tracking_image: tracking }) => [image, tracking]);
    erased.paths.push(...documents.map(({ path }) => path), ...own.filter((path) => path !== null));
  }
  return erased;
}

async function eraseNoticesOf(db: Db, name: string): Promise<void> {
  if (name === '') return;
  const unknown = db.selectFrom('notifications').select(['id', 'body']).where('appointment_id', 'is', null);
  const found = await unknown.where('body', 'like', `%${name.replace(/[\\%_]/g, '_')}%`).execute();
  // As a word, so that Ann's are not Anna's.
  const exact = new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
  const ids = found.filter(({ body }) => exact.test(body)).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('notifications').where('id', 'in', ids).execute();
}

/** Payments of these appointments, what people were notified of about them, what their employees reported, and their patients answered. */
export async function belongingsOf(db: Db, ids: readonly string[]) {
  const [transactions, notifications, reports, confirmations] = await Promise.all([
    db.selectFrom('transactions').selectAll().where('appointment_id', 'in', ids).execute(),
    db.selectFrom('notifications').selectAll().where('appointment_id', 'in', ids).execute(),
    db.selectFrom('visit_reports').selectAll().where('appointment_id', 'in', ids).execute(),
    db
      .selectFrom('visit_confirmations')
      .select(['appointment_id', 'scheduled_at', 'answer', 'reason', 'answered_at'])
      .where('appointment_id', 'in', ids)
      .execute(),
  ]);
  return { transactions, notifications, reports, confirmations };
}
