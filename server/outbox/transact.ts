import type { Transaction } from 'kysely';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';

/** Does `work` in one database transaction; messages it put into the outbox go out as soon as it is committed. */
export async function transact<T>(
  { db, outbox }: Pick<Services, 'db' | 'outbox'>,
  work: (db: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const done = await db.transaction().execute(work);
  outbox.wake();
  return done;
}
