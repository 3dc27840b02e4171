import type { Role } from '../../wire/call.ts';
import { getNetwork } from '../base/network.ts';
import { runCachedQuery } from '../db/cachedQuery.ts';
import { changesRow } from '../db/changesRow.ts';
import type { Db, SessionRow } from '../db/databaseSchema.ts';
import { expandJsonTexts } from '../db/jsonLists.ts';
import { newId } from '../db/newId.ts';

const MINUTE_MS = 60_000;
/** Ended sessions are kept for this time: their address counts as recognised (calls/signInAndOut.ts). */
const RETENTION_MS = 30 * 24 * 60 * MINUTE_MS;
const MAX_AGENT_LENGTH = 500;

export interface ClientInfo {
  agent: string;
  address: string;
}

/** Opens a session for `hours` and returns its id and expiry (ms since 1970). */
export async function openSession(
  db: Db,
  accountId: string,
  hours: number,
  { agent, address }: ClientInfo = { agent: '', address: '' },
): Promise<{ id: string; expiresAt: number }> {
  const now = Date.now();
  const session: SessionRow = {
    id: newId(now),
    account_id: accountId,
    created_at: now,
    expires_at: now + hours * 60 * MINUTE_MS,
    ended_at: null,
    outlives: 0,
    used_at: now,
    agent: agent.slice(0, MAX_AGENT_LENGTH),
    address,
    reauthenticated_at: 0,
  };
  await db.insertInto('sessions').values(session).execute();
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now - RETENTION_MS)
    .execute();
  return { id: session.id, expiresAt: session.expires_at };
}

/** Selects sessions that have not ended, expired or been idle, with a minute of tolerance as use is saved per minute. */
function selectCurrentSessions(db: Db, { now, idleSince }: SessionTimes) {
  return db
    .selectFrom('sessions')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('sessions.used_at', '>', idleSince);
}

interface SessionTimes {
  now: number;
  idleSince: number;
}
function getSessionTimes(idleMinutes: number): SessionTimes {
  const now = Date.now();
  return { now, idleSince: idleMinutes > 0 ? now - (idleMinutes + 1) * MINUTE_MS : -1 };
}

/** Selects current sessions of active accounts. A deactivated account keeps the session that deactivated it. */
const selectLiveSessions = (db: Db, at: SessionTimes) =>
  selectCurrentSessions(db, at)
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where((row) => row.or([row('accounts.is_active', '=', 1), row('sessions.outlives', '=', 1)]))
    .where('accounts.deleted_at', 'is', null);

/** Finds a live session and its role; undefined if it is not live. */
export async function findLiveSession(
  db: Db,
  id: string,
  accountId: string,
  idleMinutes: number,
): Promise<({ role: Role } & Pick<SessionRow, 'used_at' | 'reauthenticated_at'>) | undefined> {
  const values = { id, accountId, ...getSessionTimes(idleMinutes) };
  const [session] = await runCachedQuery(db, 'live session', values, (value) =>
    selectLiveSessions(db, value)
      .select(['accounts.role', 'sessions.used_at', 'sessions.reauthenticated_at'])
      .where('sessions.id', '=', value.id)
      .where('accounts.id', '=', value.accountId),
  );
  return session;
}

/** Returns the ids of live sessions among `ids`. */
export async function filterLiveSessions(db: Db, ids: readonly string[], idleMinutes: number): Promise<Set<string>> {
  const found = await selectLiveSessions(db, getSessionTimes(idleMinutes))
    .select('sessions.id')
    .where('sessions.id', 'in', expandJsonTexts(db, JSON.stringify(ids)))
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Saves that a session was used; at most once a minute after `usedAt`, its last known use. */
export function touchSession(db: Db, id: string, usedAt: number): Promise<unknown> | undefined {
  const now = Date.now();
  // A future time was written before the clock was set back. The session would never become idle.
  if (now - usedAt < MINUTE_MS && usedAt <= now + MINUTE_MS) return undefined;
  return db
    .updateTable('sessions')
    .set({ used_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('used_at', '<=', now - MINUTE_MS), row('used_at', '>', now + MINUTE_MS)]))
    .execute();
}

export async function markReauthenticated(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ reauthenticated_at: Date.now() }).where('id', '=', id).execute();
}

/** Finds the sessions of an account that have not ended, most recently used first. */
export const findSessions = (db: Db, accountId: string, idleMinutes: number): Promise<SessionRow[]> =>
  selectCurrentSessions(db, getSessionTimes(idleMinutes))
    .selectAll('sessions')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/**
 * True if a session of this account, current or expired up to 30 days ago, was opened from this network. Attacks from
 * other networks then do not lock it out.
 */
export async function isRecognisedAddress(db: Db, emailKey: string, address: string): Promise<boolean> {
  const addresses = db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.address')
    .distinct()
    .where('accounts.email_key', '=', emailKey)
    .where('accounts.deleted_at', 'is', null);
  const network = getNetwork(address);
  return (await addresses.execute()).some((row) => getNetwork(row.address) === network);
}

/** Ends a session; false if it is not the account's or has ended before. */
export const endSession = (db: Db, id: string, accountId: string): Promise<boolean> =>
  changesRow(endOpenSessions(db, accountId).where('id', '=', id));

/** Ends the sessions of an account, except one. */
export async function endSessions(db: Db, accountId: string, except = ''): Promise<void> {
  await endOpenSessions(db, accountId).where('id', '!=', except).execute();
}

/** Builds the update that ends the open sessions of an account; callers narrow it to one or all others. */
const endOpenSessions = (db: Db, accountId: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: Date.now() })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);

/** Keeps a session open that deactivated its own account. */
export async function keepDespiteDeactivation(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ outlives: 1 }).where('id', '=', id).execute();
}

/** Call it after an account is activated, or deactivated by another person. */
export async function clearOutlives(db: Db, accountId: string): Promise<void> {
  await db.updateTable('sessions').set({ outlives: 0 }).where('account_id', '=', accountId).execute();
}

/** True if a session of the account itself deactivated it, even if that session has ended. */
export async function isDeactivatedByOwner(db: Db, accountId: string): Promise<boolean> {
  const found = db.selectFrom('sessions').select('id').where('account_id', '=', accountId).where('outlives', '=', 1);
  return (await found.executeTakeFirst()) !== undefined;
}
