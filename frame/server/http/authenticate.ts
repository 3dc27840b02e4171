import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Role } from '../../wire/call.ts';
import { parseApiKey, parseScope, toApiKeySession, touchApiKey, verifyApiKey } from '../accounts/apiKeyRows.ts';
import { findLiveSession, touchSession } from '../accounts/sessionRows.ts';
import { HttpError, unauthorized } from '../base/httpError.ts';
import type { Services } from '../services.ts';
import type { Account } from './callHandler.ts';
import { type KeyAccess, requireScope } from './programs/apiKeyScope.ts';

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

type AuthServices = Pick<Services, 'tokens' | 'db' | 'config' | 'countKeyRequest'>;

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

/** Finds the account of an API key. Throws an HttpError: 401 for an invalid key, 429 beyond its limit. */
async function identifyKey(
  request: FastifyRequest,
  token: string,
  { db, countKeyRequest }: AuthServices,
): Promise<Account> {
  const key = await verifyApiKey(db, token);
  if (!key) throw unauthorized();
  const account: Account = {
    ...{ id: key.account_id, role: key.role, sessionId: toApiKeySession(key.id), reauthenticatedAt: 0 },
    key: { id: key.id, name: key.name, scope: parseScope(key.scope) },
  };
  countKeyRequest(key.id);
  await recordUse(request, touchApiKey(db, key.id, key.used_at));
  return account;
}

interface AuthOptions {
  /** Also accepts a session that ended by inactivity, and records no use. */
  acceptIdle?: boolean | undefined;
  /** The route, for API keys. By default it is open to people only. */
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
  if (parseApiKey(token)) request.account = await identifyKey(request, token, services);
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
