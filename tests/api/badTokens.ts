import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { endSession, openSession, type TokenClaims } from 'portal-frame/internal/server';
import { ROLES, type Role } from '../roles.ts';
import type { TestServer } from './harness.ts';

type Place = Pick<TestServer, 'services' | 'ids'>;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const NOBODY = 'f'.repeat(24);

/** Returns the claims of a token with an open session. */
async function claimsOf({ services, ids }: Place, role: Role) {
  const { id, expiresAt } = await openSession(services.db, ids[role], 1);
  return { claims: { accountId: ids[role], sessionId: id, role }, expiresAt };
}

/** Returns the claims of a valid token, not yet signed. */
function worded({ accountId, sessionId, role }: TokenClaims, expiresAt?: number): SignJWT {
  const token = new SignJWT({ sid: sessionId, role }).setSubject(accountId);
  return expiresAt ? token.setExpirationTime(Math.floor(expiresAt / 1000)) : token;
}
let own: ReturnType<typeof generateKeyPair> | undefined;

/** Tokens that count for nothing, by what is wrong with them. */
export const badTokens: Record<string, (place: Place, role: Role) => Promise<string | undefined>> = {
  missing: async () => undefined,
  nonsense: async () => 'not-a-token',
  forged: ({ ids }, role) =>
    new SignJWT({ sid: NOBODY, role })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(ids[role])
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('somebody-elses-secret-of-32-characters!')),
  'without a session': ({ services, ids }, role) =>
    services.tokens.sign({ accountId: ids[role], sessionId: NOBODY, role }, Date.now() + 60_000),
  expired: async (place, role) => place.services.tokens.sign((await claimsOf(place, role)).claims, Date.now() - 1000),
  unsigned: async (place, role) => {
    const { claims, expiresAt } = await claimsOf(place, role);
    const payload = { sub: claims.accountId, sid: claims.sessionId, role, exp: Math.floor(expiresAt / 1000) };
    return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(payload)}.`;
  },
  'of another algorithm': async (place, role) => {
    const { claims, expiresAt } = await claimsOf(place, role);
    return worded(claims, expiresAt)
      .setProtectedHeader({ alg: 'HS512' })
      .sign(new TextEncoder().encode(place.services.config.tokenSecret));
  },
  'with a key of its own': async (place, role) => {
    const { claims, expiresAt } = await claimsOf(place, role);
    own ??= generateKeyPair('ES256', { extractable: true });
    const { privateKey, publicKey } = await own;
    const jwk = await exportJWK(publicKey);
    return worded(claims, expiresAt).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
  },
  'without an end': async (place, role) => {
    const { claims } = await claimsOf(place, role);
    return worded(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(place.services.config.tokenSecret));
  },
  'of another role': async (place, role) => {
    const { claims, expiresAt } = await claimsOf(place, ROLES.find((one) => one !== role) as Role);
    return place.services.tokens.sign({ ...claims, role }, expiresAt);
  },
  ended: async (place, role) => {
    const { claims, expiresAt } = await claimsOf(place, role);
    await endSession(place.services.db, claims.sessionId, claims.accountId);
    return place.services.tokens.sign(claims, expiresAt);
  },
};
