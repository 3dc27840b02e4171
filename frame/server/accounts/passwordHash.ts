import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.ts';

type Cost = Pick<Config, 'argonMemory'>;

/** argon2id; 19 MiB and two passes are what OWASP advises. */
export function hashPassword(password: string, { argonMemory }: Cost): Promise<string> {
  return hash(password, { memoryCost: argonMemory, timeCost: 2, parallelism: 1 });
}

/** Milliseconds that a password counts which we made up for somebody's first sign-in. */
const FIRST = 24 * 3_600_000;

/** Such a password, and its hash, before which stands until when it counts: whoever stays sets another. */
export async function firstPassword(cost: Cost): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(15).toString('base64url');
  return { password, passwordHash: `${Date.now() + FIRST} ${await hashPassword(password, cost)}` };
}

const decoys = new Map<number, Promise<string>>();

/**
 * Whether the password belongs to the hash. Where there is no account (no hash) it takes as long all the same,
 * so that the time reveals nothing.
 */
export async function passwordFits(password: string, hashed: string | undefined, cost: Cost): Promise<boolean> {
  if (hashed !== undefined) {
    const [, until, own] = /^(\d{1,16}) (.+)$/.exec(hashed) ?? [];
    return (await verify(own ?? hashed, password)) && (until === undefined || Number(until) > Date.now());
  }
  const decoy = decoys.get(cost.argonMemory) ?? hashPassword('nobody has this one', cost);
  decoys.set(cost.argonMemory, decoy);
  await verify(await decoy, password);
  return false;
}
