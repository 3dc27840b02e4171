import { type Db, expandJsonTexts } from 'portal-frame/server/database';

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

/** Deletes the notifications of an appointment that is to be deleted. Returns the paths of its documents. */
export async function eraseNoticesAndListPaths(db: Db, id: string): Promise<string[]> {
  await db.deleteFrom('notifications').where('appointment_id', '=', id).execute();
  const documents = await db.selectFrom('documents').select('path').where('appointment_id', '=', id).execute();
  return documents.map(({ path }) => path);
}

/** Deletes the old notifications, which have no appointment, whose text has this patient's name. */
export async function eraseNoticesOf(db: Db, name: string): Promise<void> {
  if (name === '') return;
  const unknown = db.selectFrom('notifications').select(['id', 'body']).where('appointment_id', 'is', null);
  const found = await unknown.where('body', 'like', `%${name.replace(/[\\%_]/g, '_')}%`).execute();
  // Whole words only, so that Ann does not match Anna.
  const exact = new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
  const ids = found.filter(({ body }) => exact.test(body)).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('notifications').where('id', 'in', ids).execute();
}
