import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Config } from '../config.ts';

/** Seconds of a time step, and steps before and after that count as well: clocks differ a little. */
const PERIOD = 30;
const WINDOW = 1;
const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

type Secrets = Pick<Config, 'tokenSecret'>;

const keyOf = ({ tokenSecret }: Secrets) => Buffer.from(hkdfSync('sha256', tokenSecret, '', 'second factors', 32));

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, algorithm: 'SHA1', digits: 6, period: PERIOD });

/** A new secret in base 32, and the address that an app reads it from. */
export function newTotp(label: string, issuer: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpOf(secret, label, issuer).toString() };
}

/** The secret as it is kept: nobody reads it without TOKEN_SECRET, nor moves it to another account. */
export function sealSecret(config: Secrets, accountId: string, secret: string): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, keyOf(config), iv).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined where it was sealed with another TOKEN_SECRET or for another account. */
export function openSecret(config: Secrets, accountId: string, kept: string): string | undefined {
  const bytes = Buffer.from(kept, 'base64url');
  const tag = bytes.subarray(IV, IV + TAG);
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(config), bytes.subarray(0, IV), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(accountId)).setAuthTag(tag);
    return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** The time step that a code belongs to; undefined for a wrong one, or one too early or late. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : stepAt(now) + delta;
}

const stepAt = (now: number) => Math.floor(now / 1000 / PERIOD);

/** The last time step whose code is valid now. */
export const lastStep = (now = Date.now()): number => stepAt(now) + WINDOW;
