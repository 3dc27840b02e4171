import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../wire/call.ts';
import { findLiveSession, touchSession } from '../accounts/sessionRows.ts';
import { HttpError, unauthorized } from '../base/httpError.ts';
import type { Services } from '../services.ts';
import type { Account } from './callHandler.ts';

/** Reads the token of `Authorization: Bearer x`, or of the bare `x` that one call sends (spec 7). */
export const getBearerToken = (header = ''): string => header.replace(/^Bearer\s+/i, '').trim();

const REAUTHENTICATION_MS = 5 * 60_000;

/** Throws an HttpError (403) unless the person proved their identity in the last minutes. Signing in does not count. */
export function requireReauthentication({ reauthenticatedAt }: Account): void {
  const age = Date.now() - reauthenticatedAt;
  if (age < 0 || age > REAUTHENTICATION_MS)
    throw new HttpError(403, 'server.reauthenticate', { data: { reauthenticate: true } });
}

const MAX_SESSION_WRITE_WAIT_MS = 20;

/** Requests go on without waiting for a slow write, and a full disk does not stop reading. */
async function recordSessionUse(
  request: FastifyRequest,
  id: string,
  usedAt: number,
  { db }: AuthServices,
): Promise<void> {
  const written = touchSession(db, id, usedAt)?.catch((error: unknown) =>
    request.log.warn({ err: error }, 'the use of a session could not be written'),
  );
  if (written) await Promise.race([written, delay(MAX_SESSION_WRITE_WAIT_MS, undefined, { ref: false })]);
}

type AuthServices = Pick<Services, 'tokens' | 'db' | 'config'>;

/** Finds the session of a token, with `acceptIdle` also an idle one. Throws an HttpError (401) for an invalid token. */
export async function identify(
  request: FastifyRequest,
  { tokens, db, config }: AuthServices,
  acceptIdle = false,
): Promise<{ account: Account; usedAt: number }> {
  const claims = await tokens.verify(getBearerToken(request.headers.authorization));
  if (!claims) throw unauthorized();
  const session = await findLiveSession(db, claims.sessionId, claims.accountId, acceptIdle ? 0 : config.idleMinutes);
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
 * Authenticates the caller and records the use of the session. With `acceptIdle`, also accepts a session that ended by
 * inactivity, and records nothing. Throws an HttpError: 401 for an invalid token or an ended session, 403 for another
 * role.
 */
export async function authenticate(
  request: FastifyRequest,
  roles: Exclude<Call['roles'], 'public'>,
  services: AuthServices,
  acceptIdle = false,
): Promise<Account> {
  const { account, usedAt } = await identify(request, services, acceptIdle);
  // Set before the role check: the audit trail names the caller of a refused request.
  request.account = account;
  if (!acceptIdle) await recordSessionUse(request, account.sessionId, usedAt, services);
  if (!roles.includes(account.role)) throw new HttpError(403, 'server.forbidden');
  return account;
}
