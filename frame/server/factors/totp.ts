import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { deriveKey } from '../base/secrets.ts';
import type { Config } from '../config.ts';

/** Accepts one step before and after, because clocks differ. */
const PERIOD_SECONDS = 30;
const WINDOW_STEPS = 1;
const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];

type SecretConfig = Pick<Config, 'tokenSecret'>;

const deriveFactorKey = (config: SecretConfig) => deriveKey(config, 'second factors');

const createTotp = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/** Generates a base32 secret and the URI for an authenticator app. */
export function generateTotp(label: string, issuer: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: createTotp(secret, label, issuer).toString() };
}

/** Encrypts a secret with TOKEN_SECRET and binds it to the account. */
export function sealSecret(config: SecretConfig, accountId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveFactorKey(config), iv).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a secret; undefined for another TOKEN_SECRET or account. */
export function unsealSecret(config: SecretConfig, accountId: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, deriveFactorKey(config), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(accountId)).setAuthTag(tag);
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Returns the time step of a valid code, otherwise undefined. */
export function findTimeStep(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = createTotp(secret).validate({ token, timestamp: now, window: WINDOW_STEPS });
  return delta === null ? undefined : toTimeStep(now) + delta;
}

const toTimeStep = (now: number) => Math.floor(now / 1000 / PERIOD_SECONDS);

export const getLastTimeStep = (now = Date.now()): number => toTimeStep(now) + WINDOW_STEPS;
