import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.ts';

type HashCost = Pick<Config, 'argonMemoryKib'>;

/** argon2id; 19 MiB and two passes are what OWASP advises. */
export function hashPassword(password: string, { argonMemoryKib: argonMemory }: HashCost): Promise<string> {
  return hash(password, { memoryCost: argonMemory, timeCost: 2, parallelism: 1 });
}

/** Milliseconds that a password counts which we made up for somebody's first sign-in. */
const FIRST_PASSWORD_LIFETIME_MS = 24 * 3_600_000;

/** Such a password, and its hash, before which stands until when it counts: whoever stays sets another. */
export async function createFirstPassword(cost: HashCost): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(15).toString('base64url');
  return { password, passwordHash: `${Date.now() + FIRST_PASSWORD_LIFETIME_MS} ${await hashPassword(password, cost)}` };
}

const decoyHashes = new Map<number, Promise<string>>();

/**
 * Whether the password belongs to the hash. Where there is no account (no hash) it takes as long all the same,
 * so that the time reveals nothing.
 */
export async function verifyPassword(password: string, hashed: string | undefined, cost: HashCost): Promise<boolean> {
  if (hashed !== undefined) {
    const [, until, own] = /^(\d{1,16}) (.+)$/.exec(hashed) ?? [];
    return (await verify(own ?? hashed, password)) && (until === undefined || Number(until) > Date.now());
  }
  const decoy = decoyHashes.get(cost.argonMemoryKib) ?? hashPassword('nobody has this one', cost);
  decoyHashes.set(cost.argonMemoryKib, decoy);
  await verify(await decoy, password);
  return false;
}
