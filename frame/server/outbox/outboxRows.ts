import type { ExpressionBuilder } from 'kysely';
import type { Db, OutboxRow, Schema } from '../db/databaseSchema.ts';
import { insertRows } from '../db/jsonLists.ts';
import { newId } from '../db/newId.ts';

const connectionsWithMessages = new WeakSet<Db>();
/** True if `addToOutbox` was called with this transaction. */
export const hasMessages = (trx: Db): boolean => connectionsWithMessages.has(trx);

/** Adds messages of one kind, which expire after `lifetime` milliseconds. */
export async function addToOutbox(db: Db, kind: string, payloads: readonly object[], lifetime: number): Promise<void> {
  if (payloads.length === 0) return;
  connectionsWithMessages.add(db);
  const now = Date.now();
  const times = { tries: 0, next_at: now, locked_until: 0, created_at: now, expires_at: now + lifetime };
  const rows = payloads.map((payload) => ({
    ...times,
    id: newId(now),
    kind,
    payload: JSON.stringify(payload),
    last_error: null,
  }));
  await insertRows(db, 'outbox', rows);
}

export const MAX_WAIT_MS = 60 * 60_000;
const CLOCK_SKEW_MS = 60_000;

/**
 * Claims due messages for `lockMs` milliseconds. A message that is neither sent nor postponed by then is due again. The
 * update repeats the condition, so that two processes never claim the same message. A message that was never tried is
 * due. So is one whose time is too far ahead: the clock was set back after it was written.
 */
export function claimMessages(db: Db, kind: string, limit: number, lockMs: number): Promise<OutboxRow[]> {
  const now = Date.now();
  const isFree = (row: ExpressionBuilder<Schema, 'outbox'>) =>
    row.or([row('locked_until', '<=', now), row('locked_until', '>', now + lockMs + CLOCK_SKEW_MS)]);
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', kind)
    .where((row) =>
      row.or([row('next_at', '<=', now), row('next_at', '>', now + MAX_WAIT_MS + CLOCK_SKEW_MS), row('tries', '=', 0)]),
    )
    .where(isFree)
    .orderBy('next_at')
    .limit(limit);
  return db
    .updateTable('outbox')
    .set((row) => ({ locked_until: now + lockMs, tries: row('tries', '+', 1) }))
    .where('id', 'in', due)
    .where(isFree)
    .returningAll()
    .execute();
}

/** Counts waiting messages per kind, with the age of the oldest (ms since 1970). */
export function countWaitingMessages(db: Db): Promise<{ kind: string; count: number; since: number }[]> {
  return db
    .selectFrom('outbox')
    .select((of) => ['kind', of.fn.countAll<number>().as('count'), of.fn.min('created_at').as('since')])
    .groupBy('kind')
    .execute();
}

/** Postpones a message to `nextAt` and saves the reason of its failure. */
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
