import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Role } from '../../wire/call.ts';
import { type BearerTokens, findBearerTokens } from '../accounts/bearerTokens.ts';
import { findLiveSession, touchSession } from '../accounts/sessionRows.ts';
import { HttpError, unauthorized } from '../base/httpError.ts';
import type { Services } from '../services.ts';
import type { Account } from './callHandler.ts';
import { type KeyAccess, requireScope } from './programs/callerScope.ts';

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

/** Waits briefly until the use of a session or key is saved. A slow or failed write does not stop the request. */
async function recordUse(request: FastifyRequest, touched: Promise<unknown> | undefined): Promise<void> {
  const written = touched?.catch((error: unknown) =>
    request.log.warn({ err: error }, 'the use of a session could not be written'),
  );
  if (written) await Promise.race([written, delay(MAX_SESSION_WRITE_WAIT_MS, undefined, { ref: false })]);
}

type AuthServices = Pick<Services, 'app' | 'tokens' | 'db' | 'config'>;

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

/** Finds the account of a program's token. Throws an HttpError: 401 for an invalid token, 429 beyond a limit. */
async function identifyProgram(
  request: FastifyRequest,
  services: AuthServices,
  bearer: BearerTokens,
  token: string,
): Promise<Account> {
  const found = await bearer.identify(services, token);
  if (!found) throw unauthorized();
  await recordUse(request, bearer.recordUse(services, found.account, found.usedAt));
  return found.account;
}

interface AuthOptions {
  /** Also accepts a session that ended by inactivity, and records no use. */
  acceptIdle?: boolean | undefined;
  /** The route, for programs. By default it is open to people only. */
  access?: KeyAccess;
}

/** Identifies the caller and records the use of the session or key. Throws an HttpError: 401 or, for keys, 429. */
export async function identifyCaller(
  request: FastifyRequest,
  services: AuthServices,
  acceptIdle = false,
): Promise<Account> {
  const token = getBearerToken(request.headers.authorization);
  // Set before the role check: the activity log names the caller of a refused request.
  const bearer = findBearerTokens(services.app, token);
  if (bearer) request.account = await identifyProgram(request, services, bearer, token);
  else {
    const { account, usedAt } = await identify(request, services, acceptIdle);
    request.account = account;
    if (!acceptIdle) await recordUse(request, touchSession(services.db, account.sessionId, usedAt));
  }
  return request.account;
}

/**
 * Authenticates the caller and records the use of the session or key. Throws an HttpError: 401 for an invalid token or an
 * ended session, 403 for another role or a key without the scope, 429 for a key beyond its limit.
 */
export async function authenticate(
  request: FastifyRequest,
  roles: readonly Role[],
  services: AuthServices,
  { acceptIdle = false, access }: AuthOptions = {},
): Promise<Account> {
  const account = await identifyCaller(request, services, acceptIdle);
  if (!roles.includes(account.role)) throw new HttpError(403, 'server.forbidden');
  requireScope(account, access);
  return account;
}
