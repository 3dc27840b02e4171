import type { Transaction } from 'kysely';
import type { Services } from '../services.ts';
import { appendEvents, type NewEvent } from '../store/events.ts';
import { lengthy } from '../store/lengthy.ts';
import { hasMessages } from '../store/outbox.ts';
import type { Schema } from '../store/schema.ts';

/** Says what a transaction changes, and whom that concerns: they are told live. */
export type Tell = (...events: NewEvent[]) => void;

/**
 * Does `work` in one database transaction. Messages it put into the outbox go out as soon as it is committed, and
 * what it tells reaches those who listen; what it did not commit nobody hears of. `long` is for what writes thousands of
 * rows (frame/server/store/lengthy.ts).
 */
export async function transact<T>(
  { db, store, outbox, live }: Pick<Services, 'db' | 'store' | 'outbox' | 'live'>,
  work: (db: Transaction<Schema>, tell: Tell) => Promise<T>,
  { long = false } = {},
): Promise<T> {
  let sends = false;
  const all = async (trx: Transaction<Schema>) => {
    const told: NewEvent[] = [];
    const result = await work(trx, (...events) => void told.push(...events));
    await appendEvents(trx, store.kind, told);
    sends = hasMessages(trx);
    return result;
  };
  const done = await (long ? lengthy(db, store.kind, all) : db.transaction().execute(all));
  if (sends) outbox.wake();
  live.wake();
  return done;
}
