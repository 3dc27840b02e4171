import type { Role } from '../../wire/call.ts';
import { getNetwork } from '../base/network.ts';
import { runCachedQuery } from '../db/cachedQuery.ts';
import type { Db, SessionRow } from '../db/databaseSchema.ts';
import { expandJsonTexts } from '../db/jsonLists.ts';
import { newId } from '../db/newId.ts';

const MINUTE_MS = 60_000;
/** How long a session is remembered after its end: its address counts as recognised by the account (calls/auth.ts). */
const RETENTION_MS = 30 * 24 * 60 * MINUTE_MS;
/** Letters of a User-Agent that are kept. */
const MAX_AGENT_LENGTH = 500;

/** Where a session is opened from. */
export interface ClientInfo {
  /** The User-Agent. */
  agent: string;
  /** The network address. */
  address: string;
}

/** Opens a session that lasts `hours`; gives its id and end (ms). */
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

/**
 * The sessions that still count: not ended, expired or unused for `idleMinutes` (0: however long), and a minute more,
 * since use is kept to the minute.
 */
function selectCurrentSessions(db: Db, { now, idleSince }: SessionTimes) {
  return db
    .selectFrom('sessions')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('sessions.used_at', '>', idleSince);
}

/** Now, and the time since when a session has to have been used; in ms. */
interface SessionTimes {
  now: number;
  idleSince: number;
}
function getSessionTimes(idleMinutes: number): SessionTimes {
  const now = Date.now();
  return { now, idleSince: idleMinutes > 0 ? now - (idleMinutes + 1) * MINUTE_MS : -1 };
}

/** Those of them whose account is not deleted, and is active unless it was that session that deactivated it. */
const selectLiveSessions = (db: Db, at: SessionTimes) =>
  selectCurrentSessions(db, at)
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where((row) => row.or([row('accounts.is_active', '=', 1), row('sessions.outlives', '=', 1)]))
    .where('accounts.deleted_at', 'is', null);

/** The role behind a session that is live, when it was last used, and when its person last proved again who they are. */
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

/** Those of the sessions that are live. */
export async function filterLiveSessions(db: Db, ids: readonly string[], idleMinutes: number): Promise<Set<string>> {
  const found = await selectLiveSessions(db, getSessionTimes(idleMinutes))
    .select('sessions.id')
    .where('sessions.id', 'in', expandJsonTexts(db, JSON.stringify(ids)))
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Keeps that a session was used now; nothing within a minute of `usedAt`, the last time that is known. */
export function touchSession(db: Db, id: string, usedAt: number): Promise<unknown> | undefined {
  const now = Date.now();
  // A time to come was written before the clock was set back; the session would else never be unused.
  if (now - usedAt < MINUTE_MS && usedAt <= now + MINUTE_MS) return undefined;
  return db
    .updateTable('sessions')
    .set({ used_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('used_at', '<=', now - MINUTE_MS), row('used_at', '>', now + MINUTE_MS)]))
    .execute();
}

/** Keeps that the person of a session proved now, once more, who they are. */
export async function markReauthenticated(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ reauthenticated_at: Date.now() }).where('id', '=', id).execute();
}

/** An account's sessions that still count, the one used last first. */
export const findSessions = (db: Db, accountId: string, idleMinutes: number): Promise<SessionRow[]> =>
  selectCurrentSessions(db, getSessionTimes(idleMinutes))
    .selectAll('sessions')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Whether the account with this e-mail (as `keyOf` gives it), if there is one, was signed in to from this network in the last days. */
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

/** Ends a session; false where it is not the account's or was over. */
export async function endSession(db: Db, id: string, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: Date.now() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** Lets this session go on although its account is deactivated: it is the one that did so. */
export async function keepDespiteDeactivation(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ outlives: 1 }).where('id', '=', id).execute();
}

/** Call once an account is activated, or deactivated by somebody else: none of its sessions is the one that did so. */
export async function clearOutlives(db: Db, accountId: string): Promise<void> {
  await db.updateTable('sessions').set({ outlives: 0 }).where('account_id', '=', accountId).execute();
}

/** True if an account that is deactivated was so by a session of its own, also by one that is over. */
export async function isDeactivatedByOwner(db: Db, accountId: string): Promise<boolean> {
  const found = db.selectFrom('sessions').select('id').where('account_id', '=', accountId).where('outlives', '=', 1);
  return (await found.executeTakeFirst()) !== undefined;
}
