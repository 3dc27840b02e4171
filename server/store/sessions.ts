import type { Role } from '../../src/wire/call.ts';
import { newId } from './id.ts';
import type { Db } from './schema.ts';

/** Opens a session that lasts `hours`; gives its id and end (ms). */
export async function openSession(
  db: Db,
  accountId: string,
  hours: number,
): Promise<{ id: string; expiresAt: number }> {
  const now = Date.now();
  const session = {
    id: newId(now),
    account_id: accountId,
    created_at: now,
    expires_at: now + hours * 3_600_000,
    ended_at: null,
    outlives: 0,
  };
  await db.insertInto('sessions').values(session).execute();
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now - 24 * 3_600_000)
    .execute();
  return { id: session.id, expiresAt: session.expires_at };
}

/**
 * The role behind a session that still counts: not ended or expired, its account not deleted, and active unless it
 * was this session that deactivated it.
 */
export async function liveSession(db: Db, id: string, accountId: string): Promise<{ role: Role } | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.role')
    .where('sessions.id', '=', id)
    .where('accounts.id', '=', accountId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', Date.now())
    .where((row) => row.or([row('accounts.is_active', '=', 1), row('sessions.outlives', '=', 1)]))
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: Date.now() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends an account's sessions; all of them, or all but one. */
export async function endSessions(db: Db, accountId: string, but?: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: Date.now() })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(but !== undefined, (query) => query.where('id', '!=', but as string))
    .execute();
}

/** Lets this session go on although its account is deactivated. */
export async function letOutlive(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ outlives: 1 }).where('id', '=', id).execute();
}
