import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../wire/call.ts';
import { findLiveSession, touchSession } from '../accounts/sessionRows.ts';
import { HttpError, unauthorized } from '../base/httpError.ts';
import type { Services } from '../services.ts';
import type { Account } from './callHandler.ts';

/** The token of `Authorization: Bearer x`, or of the raw `x` that one call sends (spec 7). */
export const getBearerToken = (header = ''): string => header.replace(/^Bearer\s+/i, '').trim();

/** Milliseconds for which a person who proved again who they are need not do so once more. */
const REAUTHENTICATION_MS = 5 * 60_000;

/** Refuses (403) a session whose person did not prove again who they are in the last minutes; signing in does not count. */
export function requireReauthentication({ reauthenticatedAt }: Account): void {
  const age = Date.now() - reauthenticatedAt;
  if (age < 0 || age > REAUTHENTICATION_MS)
    throw new HttpError(403, 'server.reauthenticate', { data: { reauthenticate: true } });
}

/** Milliseconds that a request waits at most for the use of its session to be kept. */
const MAX_SESSION_WRITE_WAIT_MS = 20;

/** A full disk keeps nobody from reading, and neither does somebody who writes for long: it is kept after that. */
async function recordSessionUse(
  request: FastifyRequest,
  id: string,
  usedAt: number,
  { db }: AuthServices,
): Promise<void> {
  const kept = touchSession(db, id, usedAt)?.catch((error: unknown) =>
    request.log.warn({ err: error }, 'the use of a session could not be kept'),
  );
  if (kept) await Promise.race([kept, delay(MAX_SESSION_WRITE_WAIT_MS, undefined, { ref: false })]);
}

type AuthServices = Pick<Services, 'tokens' | 'db' | 'config'>;

/**
 * Who calls, and when their session was last used. Throws a Refusal (401) for a token that counts for nothing. For what
 * may come `late` a session counts however long it was not used.
 */
export async function identify(
  request: FastifyRequest,
  { tokens, db, config }: AuthServices,
  late = false,
): Promise<{ account: Account; usedAt: number }> {
  const claims = await tokens.verify(getBearerToken(request.headers.authorization));
  if (!claims) throw unauthorized();
  const session = await findLiveSession(db, claims.sessionId, claims.accountId, late ? 0 : config.idleMinutes);
  if (session?.role !== claims.role) throw unauthorized();
  return {
    account: {
      id: claims.accountId,
      role: session.role,
      sessionId: claims.sessionId,
      reauthenticatedAt: session.reauthenticated_at,
      isCrossOrigin: config.corsOrigins.includes(request.headers.origin ?? ''),
    },
    usedAt: session.used_at,
  };
}

/**
 * Who calls, if the call's roles admit them; the session counts as used now. Throws a Refusal: 401 for a token that is
 * missing, expired, forged or whose session is over, 403 for a role that may not. A `late` call leaves the use as it is.
 */
export async function authenticate(
  request: FastifyRequest,
  roles: Exclude<Call['roles'], 'public'>,
  services: AuthServices,
  late = false,
): Promise<Account> {
  const { account, usedAt } = await identify(request, services, late);
  // Recorded even where refused: the audit trail names whom.
  request.account = account;
  if (!late) await recordSessionUse(request, account.sessionId, usedAt, services);
  if (!roles.includes(account.role)) throw new HttpError(403, 'server.forbidden');
  return account;
}
