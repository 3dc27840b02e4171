import { warn } from '../base/warn.ts';
import type { Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { Store } from '../db/openDatabase.ts';

/** Until they end, servers keep removed files, because rows that were copied before may refer to them. */
export const holdSteps = ['create table backup_holds (id text primary key not null, until_at bigint not null)'];

/** The hold of an aborted copy ends after this time. */
const HOLD_MS = 120_000;
const RENEW_MS = HOLD_MS / 4;

export async function areRemovalsHeld(db: Db): Promise<boolean> {
  const holds = db.selectFrom('backup_holds').select('id').where('until_at', '>', Date.now()).limit(1);
  return (await holds.executeTakeFirst()) !== undefined;
}

/** Runs `work` while no server removes files. Passes false to it if no hold is possible: replica or older schema. */
export async function withRemovalHold<T>({ db }: Pick<Store, 'db'>, work: (held: boolean) => Promise<T>): Promise<T> {
  const id = newId();
  const getEnd = () => ({ until_at: Date.now() + HOLD_MS });
  const inserted = db.insertInto('backup_holds').values({ id, ...getEnd() });
  const held = await inserted.execute().catch(() => undefined);
  if (!held) return work(false);
  const renewal = () => db.updateTable('backup_holds').set(getEnd()).where('id', '=', id).execute();
  const renew = () => renewal().catch((cause) => warn('A hold on removed files could not be renewed', cause));
  const timer = setInterval(renew, RENEW_MS);
  try {
    return await work(true);
  } finally {
    clearInterval(timer);
    await db
      .deleteFrom('backup_holds')
      .where((row) => row.or([row('id', '=', id), row('until_at', '<', Date.now())]))
      .execute()
      .catch((cause) => warn('A hold on removed files could not be ended, and ends by itself in two minutes', cause));
  }
}
