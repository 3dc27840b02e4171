import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];

type SecretConfig = { tokenSecret: string };

/** Creates 256 random bits as text. A plain hash protects such a secret. */
export const createSecret = (): string => randomBytes(32).toString('base64url');
/** Returns the SHA-256 of a secret, as it is stored. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Derives a key of 32 bytes from TOKEN_SECRET for one purpose. */
export const deriveKey = ({ tokenSecret }: SecretConfig, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', tokenSecret, '', purpose, 32));

/** Signs a text with HMAC-SHA-256. */
export const signText = (key: Buffer, text: string, encoding: 'base64url' | 'hex' = 'base64url'): string =>
  createHmac('sha256', key).update(text).digest(encoding);

/** Compares a given text with the expected one in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The purpose keeps its first name, because stored secrets depend on it. */
const deriveSealKey = (config: SecretConfig) => deriveKey(config, 'second factors');

/** Encrypts a secret with TOKEN_SECRET and binds it to an owner: the id of an account, webhook or sign-in. */
export function sealSecret(config: SecretConfig, ownerId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveSealKey(config), iv).setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a secret; undefined for another TOKEN_SECRET or owner. */
export function unsealSecret(config: SecretConfig, ownerId: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, deriveSealKey(config), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(ownerId)).setAuthTag(tag);
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
