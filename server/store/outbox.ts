import { newId } from './id.ts';
import type { Db, OutboxRow } from './schema.ts';

/** Keeps messages of one kind until they are sent, at most `lifetime` milliseconds. */
export async function addToOutbox(
  db: Db,
  kind: OutboxRow['kind'],
  payloads: readonly object[],
  lifetime: number,
): Promise<void> {
  if (payloads.length === 0) return;
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

/**
 * Takes messages that are due, for `lock` milliseconds: one that is neither sent nor postponed by then is due again.
 * Of several processes that ask at a time each gets others: the update looks once more at what it is about to take.
 */
export function claimMessages(db: Db, kind: OutboxRow['kind'], most: number, lock: number): Promise<OutboxRow[]> {
  const now = Date.now();
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', kind)
    .where('next_at', '<=', now)
    .where('locked_until', '<=', now)
    .orderBy('next_at')
    .limit(most);
  return db
    .updateTable('outbox')
    .set((row) => ({ locked_until: now + lock, tries: row('tries', '+', 1) }))
    .where('id', 'in', due)
    .where('locked_until', '<=', now)
    .returningAll()
    .execute();
}

/** Lets a message wait until `nextAt` for its next try. */
export async function postponeMessage(db: Db, id: string, nextAt: number): Promise<void> {
  await db.updateTable('outbox').set({ next_at: nextAt, locked_until: 0 }).where('id', '=', id).execute();
}

export async function removeMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}
