import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.ts';

type HashCost = Pick<Config, 'argonMemoryKib'>;

/** Hashes with argon2id; OWASP recommends 19 MiB and two passes. */
export function hashPassword(password: string, { argonMemoryKib }: HashCost): Promise<string> {
  return hash(password, { memoryCost: argonMemoryKib, timeCost: 2, parallelism: 1 });
}

/** A generated password for the first sign-in is valid for this time. */
const FIRST_PASSWORD_LIFETIME_MS = 24 * 3_600_000;

/** Creates the password of a first sign-in, and its hash with the expiry (ms since 1970) in front. */
export async function createFirstPassword(cost: HashCost): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(15).toString('base64url');
  return { password, passwordHash: `${Date.now() + FIRST_PASSWORD_LIFETIME_MS} ${await hashPassword(password, cost)}` };
}

const unusableHashes = new Map<number, Promise<string>>();
/** Returns the hash of an unknown password. Cached, because hashing is slow and may run in a transaction. */
export function getUnusableHash(cost: HashCost): Promise<string> {
  const made = unusableHashes.get(cost.argonMemoryKib) ?? hashPassword(randomBytes(32).toString('base64url'), cost);
  unusableHashes.set(cost.argonMemoryKib, made);
  return made;
}

/**
 * Verifies a password; a hash with an expiry (`createFirstPassword`) fails afterwards. Takes as long without a hash, so
 * that the time does not reveal missing accounts.
 */
export async function verifyPassword(password: string, hashed: string | undefined, cost: HashCost): Promise<boolean> {
  if (hashed !== undefined) {
    const [, expiry, plainHash] = /^(\d{1,16}) (.+)$/.exec(hashed) ?? [];
    return (await verify(plainHash ?? hashed, password)) && (expiry === undefined || Number(expiry) > Date.now());
  }
  await verify(await getUnusableHash(cost), password);
  return false;
}
