import type { ExpressionBuilder } from 'kysely';
import type { Db, OutboxRow, Schema } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';

/** The transactions, or databases, that messages were put in by. */
const connectionsWithMessages = new WeakSet<Db>();
/** Whether `addToOutbox` was given a message with this very transaction. */
export const hasMessages = (trx: Db): boolean => connectionsWithMessages.has(trx);

/** Keeps messages of one kind until they are sent, at most `lifetime` milliseconds. */
export async function addToOutbox(db: Db, kind: string, payloads: readonly object[], lifetime: number): Promise<void> {
  if (payloads.length === 0) return;
  connectionsWithMessages.add(db);
  const now = Date.now();
  const rows = payloads.map((payload) => ({
    id: newId(now),
    kind,
    payload: JSON.stringify(payload),
    tries: 0,
    next_at: now,
    locked_until: 0,
    created_at: now,
    expires_at: now + lifetime,
  }));
  await db.insertInto('outbox').values(rows).execute();
}

/** The longest that a message waits for its next try (ms). */
export const MAX_WAIT_MS = 60 * 60_000;
/** Milliseconds that the clocks of several servers may differ by. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Takes messages that are due, for `lock` milliseconds: one that is neither sent nor postponed by then is due again.
 * Of several processes that ask at a time each gets others: the update looks once more at what it is about to take.
 * What is to wait, or is taken, for longer than anything ever is was written before the clock was set back: it is due.
 */
export function claimMessages(db: Db, kind: string, most: number, lock: number): Promise<OutboxRow[]> {
  const now = Date.now();
  const isFree = (row: ExpressionBuilder<Schema, 'outbox'>) =>
    row.or([row('locked_until', '<=', now), row('locked_until', '>', now + lock + CLOCK_SKEW_MS)]);
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', kind)
    .where((row) =>
      row.or([row('next_at', '<=', now), row('next_at', '>', now + MAX_WAIT_MS + CLOCK_SKEW_MS), row('tries', '=', 0)]),
    )
    .where(isFree)
    .orderBy('next_at')
    .limit(most);
  return db
    .updateTable('outbox')
    .set((row) => ({ locked_until: now + lock, tries: row('tries', '+', 1) }))
    .where('id', 'in', due)
    .where(isFree)
    .returningAll()
    .execute();
}

/** How many messages of a kind wait, and since when (ms) the oldest does. */
export function countWaitingMessages(db: Db): Promise<{ kind: string; count: number; since: number }[]> {
  return db
    .selectFrom('outbox')
    .select((of) => ['kind', of.fn.countAll<number>().as('count'), of.fn.min('created_at').as('since')])
    .groupBy('kind')
    .execute();
}

/** Lets a message wait until `nextAt` for its next try, and keeps why the last one failed. */
export async function postponeMessage(db: Db, id: string, nextAt: number, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_at: nextAt, locked_until: 0, last_error: reason })
    .where('id', '=', id)
    .execute();
}

export async function removeMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}
