import { warn } from '../base/warn.ts';
import type { Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { Store } from '../db/openDatabase.ts';

/** Backups under way. What servers remove meanwhile stays until they are done: their rows may still name it. */
export const holdSteps = ['create table backup_holds (id text primary key not null, until_at bigint not null)'];

/** A backup that was ended in the middle holds files for so long (ms). */
const HOLD_MS = 120_000;
const RENEW_MS = HOLD_MS / 4;

/** Whether a backup is under way. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('backup_holds')
    .select('id')
    .where('until_at', '>', Date.now())
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Does `work` while no server removes a file that it had when this began. Gives `work` whether that is so: a replica,
 * which only reads, and a database of an older schema hold nothing.
 */
export async function withBackupHold<T>({ db }: Pick<Store, 'db'>, work: (held: boolean) => Promise<T>): Promise<T> {
  const id = newId(Date.now());
  const own = { id, until_at: Date.now() + HOLD_MS };
  const held = await db
    .insertInto('backup_holds')
    .values(own)
    .execute()
    .then(
      () => true,
      () => false,
    );
  if (!held) return work(false);
  const renew = () =>
    db
      .updateTable('backup_holds')
      .set({ until_at: Date.now() + HOLD_MS })
      .where('id', '=', id)
      .execute()
      .catch((cause) => warn('The hold of a backup on removed files could not be renewed', cause));
  const timer = setInterval(renew, RENEW_MS);
  try {
    return await work(true);
  } finally {
    clearInterval(timer);
    const over = Date.now();
    await db
      .deleteFrom('backup_holds')
      .where((row) => row.or([row('id', '=', id), row('until_at', '<', over)]))
      .execute()
      .catch((cause) => warn('The hold of a backup could not be ended, and ends by itself in two minutes', cause));
  }
}
