import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates 256 random bits as text. A plain hash protects such a secret. */
export const createSecret = (): string => randomBytes(32).toString('base64url');
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Derives a key of 32 bytes from TOKEN_SECRET for one purpose. */
export const deriveKey = ({ tokenSecret }: { tokenSecret: string }, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', tokenSecret, '', purpose, 32));

/** Signs a text with HMAC-SHA-256. */
export const signText = (key: Buffer, text: string, encoding: 'base64url' | 'hex' = 'base64url'): string =>
  createHmac('sha256', key).update(text).digest(encoding);

/** Compares a given text with the expected one in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
