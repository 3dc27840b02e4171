import { warn } from '../base/warn.ts';
import type { Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { Store } from '../db/openDatabase.ts';

/** Running backups. Servers keep removed files until they end, because copied rows may refer to them. */
export const holdSteps = ['create table backup_holds (id text primary key not null, until_at bigint not null)'];

/** A hold of an aborted backup ends after this time. */
const HOLD_MS = 120_000;
const RENEW_MS = HOLD_MS / 4;

export async function isBackupRunning(db: Db): Promise<boolean> {
  const holds = db.selectFrom('backup_holds').select('id').where('until_at', '>', Date.now()).limit(1);
  return (await holds.executeTakeFirst()) !== undefined;
}

/** Runs `work` while no server removes files. Passes false to it if no hold is possible: replica or older schema. */
export async function withBackupHold<T>({ db }: Pick<Store, 'db'>, work: (held: boolean) => Promise<T>): Promise<T> {
  const id = newId();
  const getEnd = () => ({ until_at: Date.now() + HOLD_MS });
  const inserted = db.insertInto('backup_holds').values({ id, ...getEnd() });
  const held = await inserted.execute().catch(() => undefined);
  if (!held) return work(false);
  const renewal = () => db.updateTable('backup_holds').set(getEnd()).where('id', '=', id).execute();
  const renew = () =>
    renewal().catch((cause) => warn('The hold of a backup on removed files could not be renewed', cause));
  const timer = setInterval(renew, RENEW_MS);
  try {
    return await work(true);
  } finally {
    clearInterval(timer);
    await db
      .deleteFrom('backup_holds')
      .where((row) => row.or([row('id', '=', id), row('until_at', '<', Date.now())]))
      .execute()
      .catch((cause) => warn('The hold of a backup could not be ended, and ends by itself in two minutes', cause));
  }
}
