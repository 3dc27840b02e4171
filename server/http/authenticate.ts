import type { FastifyRequest } from 'fastify';
import type { Call } from '../../src/wire/call.ts';
import type { Services } from '../services.ts';
import { liveSession, touchSession } from '../store/sessions.ts';
import type { Account } from './handler.ts';
import { Refusal, unauthorized } from './refusal.ts';

/** The token of `Authorization: Bearer x`, or of the raw `x` that one call sends (spec 7). */
const tokenOf = (header = '') => header.replace(/^Bearer\s+/i, '').trim();

/**
 * Who calls, if the call's roles admit them. Throws a Refusal: 401 for a token that is missing, expired, forged or
 * whose session is over, 403 for a role that may not. A call that may come `late` leaves a session's use as it is.
 */
export async function authenticate(
  request: FastifyRequest,
  roles: Exclude<Call['roles'], 'public'>,
  { tokens, db, config }: Services,
  late = false,
): Promise<Account> {
  const claims = await tokens.read(tokenOf(request.headers.authorization));
  if (!claims) throw unauthorized();
  const session = await liveSession(db, claims.sessionId, claims.accountId, late ? 0 : config.idleMinutes);
  if (session?.role !== claims.role) throw unauthorized();
  const account = { id: claims.accountId, role: session.role, sessionId: claims.sessionId };
  // Known even where refused: the audit trail tells whom.
  request.account = account;
  // A full disk keeps nobody from reading.
  if (!late)
    await touchSession(db, claims.sessionId, session.used_at).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the use of a session could not be kept'),
    );
  if (!roles.includes(session.role)) throw new Refusal(403, 'server.forbidden');
  return account;
}
