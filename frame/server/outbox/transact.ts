import type { Transaction } from 'kysely';
import type { Schema } from '../db/databaseSchema.ts';
import { runTransaction } from '../db/runTransaction.ts';
import { appendEvents, type NewEvent } from '../live/changeEvents.ts';
import type { Services } from '../services.ts';
import { hasMessages } from './outboxRows.ts';

/** Publishes events to their audience after the commit. */
export type Publish = (...events: NewEvent[]) => void;

/**
 * Runs `work` in one transaction. After the commit it sends added messages and published events; a rollback discards
 * them. `long` is for thousands of rows, see db/runTransaction.ts.
 */
export async function transact<T>(
  {
    db,
    store,
    outbox,
    live,
    refreshStale,
  }: Pick<Services, 'db' | 'store' | 'outbox' | 'live'> & Partial<Pick<Services, 'refreshStale'>>,
  work: (db: Transaction<Schema>, publish: Publish) => Promise<T>,
  { long = false } = {},
): Promise<T> {
  let sends = false;
  const all = async (trx: Transaction<Schema>) => {
    const published: NewEvent[] = [];
    const result = await work(trx, (...events) => void published.push(...events));
    await refreshStale?.(trx);
    await appendEvents(trx, store.kind, published);
    sends = hasMessages(trx);
    return result;
  };
  const result = await runTransaction({ db, kind: store.kind }, all, { onWorker: long });
  if (sends) outbox.wake();
  live.wake();
  return result;
}
