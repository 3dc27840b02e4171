import { type Db, expandJsonTexts } from 'portal-frame/server/database';
import type { AppointmentRow } from './schema.ts';

/** SQLite takes 32,766 parameters. */
const PORTION = 500;

/** Finds the appointments under a patient's name, newest first. There are no patient records. */
export const namesakes = (db: Db, { patient_key }: Pick<AppointmentRow, 'patient_key'>): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('patient_key', '=', patient_key)
    .orderBy('scheduled_at', 'desc')
    .orderBy('id')
    .execute();

/** Finds finished appointments before a time, oldest first, except `but`. */
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

/** `paths` are to be discarded after the commit. */
export interface Erased {
  rows: Pick<AppointmentRow, 'id' | 'employee_id' | 'laboratory_id'>[];
  paths: string[];
}

/**
 * Deletes appointments, their documents and their notifications. Returns the deleted rows and the paths of their files.
 * Call in a transaction. Ignores ids that no longer exist.
 */
export async function eraseAppointments(db: Db, ids: readonly string[]): Promise<Erased> {
  const erased: Erased = { rows: [], paths: [] };
  for (let from = 0; from < ids.length; from += PORTION) {
    const portion = ids.slice(from, from + PORTION);
    const documents = await db.selectFrom('documents').select('path').where('appointment_id', 'in', portion).execute();
    await db.deleteFrom('notifications').where('appointment_id', 'in', portion).execute();
    const rows = await db.deleteFrom('appointments').where('id', 'in', portion).returningAll().execute();
    // Old notifications have no appointment id, but the name in their text.
    for (const name of new Set(rows.map((row) => row.patient_name.trim()))) await eraseNoticesOf(db, name);
    erased.rows.push(...rows);
    const own = rows.flatMap(({ image, tracking_image: tracking }) => [image, tracking]);
    erased.paths.push(...documents.map(({ path }) => path), ...own.filter((path) => path !== null));
  }
  return erased;
}

/** Deletes the notifications without an appointment whose text has this patient's name. */
async function eraseNoticesOf(db: Db, name: string): Promise<void> {
  if (name === '') return;
  const unknown = db.selectFrom('notifications').select(['id', 'body']).where('appointment_id', 'is', null);
  const found = await unknown.where('body', 'like', `%${name.replace(/[\\%_]/g, '_')}%`).execute();
  // Whole words only, so that Ann does not match Anna.
  const exact = new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
  const ids = found.filter(({ body }) => exact.test(body)).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('notifications').where('id', 'in', ids).execute();
}

/** Reads the rows that belong to these appointments, for the export of a patient's data. */
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
