import { jwtVerify, SignJWT } from 'jose';
import { ROLES, type Role } from '../../src/wire/call.ts';
import type { Config } from '../config.ts';

/** What a session's token says. The session's row decides whether it still counts. */
export interface TokenClaims {
  accountId: string;
  sessionId: string;
  role: Role;
}

export interface Tokens {
  /** `expiresAt` in milliseconds; a token knows whole seconds. */
  sign(claims: TokenClaims, expiresAt: number): Promise<string>;
  /** The claims of a token of ours that has not expired, else null. */
  read(token: string): Promise<TokenClaims | null>;
}

const ALGORITHM = 'HS256';

/** JSON Web Tokens signed with TOKEN_SECRET; nothing but HS256 is taken. */
export function createTokens({ tokenSecret }: Pick<Config, 'tokenSecret'>): Tokens {
  const key = new TextEncoder().encode(tokenSecret);
  return {
    sign: ({ accountId, sessionId, role }, expiresAt) =>
      new SignJWT({ sid: sessionId, role })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(accountId)
        .setIssuedAt()
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key),
    async read(token) {
      const verified = await jwtVerify(token, key, { algorithms: [ALGORITHM], requiredClaims: ['exp'] }).catch(
        () => null,
      );
      const { sub, sid, role } = verified?.payload ?? {};
      const known = ROLES.find((one) => one === role);
      return sub && typeof sid === 'string' && known ? { accountId: sub, sessionId: sid, role: known } : null;
    },
  };
}
