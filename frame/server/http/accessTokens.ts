import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Role } from '../../wire/call.ts';
import type { Config } from '../config.ts';

/** The session's row decides if the token is still valid. */
export interface TokenClaims {
  accountId: string;
  sessionId: string;
  role: Role;
}

export interface Tokens {
  /** `expiresAt` is in milliseconds, rounded down to seconds. */
  sign(claims: TokenClaims, expiresAt: number): Promise<string>;
  /** Returns the claims, or null for an invalid or expired token. */
  verify(token: string): Promise<TokenClaims | null>;
}

const ALGORITHM = 'HS256';

const MAX_CACHED_TOKENS = 1000;

/** Creates and verifies JSON Web Tokens (HS256) signed with TOKEN_SECRET. */
export function createTokens({ app, tokenSecret }: Pick<Config, 'app' | 'tokenSecret'>): Tokens {
  const key = new TextEncoder().encode(tokenSecret);
  // Signatures are verified once, the expiry on every request.
  const cache = new LRUCache<string, { claims: TokenClaims; expiresAt: number }>({ max: MAX_CACHED_TOKENS });

  async function verify(token: string) {
    const verified = await jwtVerify(token, key, { algorithms: [ALGORITHM], requiredClaims: ['exp'] }).catch(
      () => null,
    );
    const { sub, sid, role, exp } = verified?.payload ?? {};
    const listed = app.roles.names.find((one) => one === role);
    if (!sub || !exp || typeof sid !== 'string' || !listed) return null;
    return { claims: { accountId: sub, sessionId: sid, role: listed }, expiresAt: exp * 1000 };
  }

  return {
    sign: ({ accountId, sessionId, role }, expiresAt) =>
      new SignJWT({ sid: sessionId, role })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(accountId)
        .setIssuedAt()
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key),
    async verify(token) {
      let found = cache.get(token);
      if (!found) {
        found = (await verify(token)) ?? undefined;
        if (found) cache.set(token, found);
      }
      return found && found.expiresAt > Date.now() ? found.claims : null;
    },
  };
}
