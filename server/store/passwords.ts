import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.ts';

type Cost = Pick<Config, 'argonMemory'>;

/** argon2id; 19 MiB and two passes are what OWASP advises. */
export function hashPassword(password: string, { argonMemory }: Cost): Promise<string> {
  return hash(password, { memoryCost: argonMemory, timeCost: 2, parallelism: 1 });
}

const decoys = new Map<number, Promise<string>>();

/**
 * Whether the password belongs to the hash. Where there is no account (no hash) it takes as long all the same,
 * so that the time tells nothing.
 */
export async function passwordFits(password: string, hashed: string | undefined, cost: Cost): Promise<boolean> {
  if (hashed !== undefined) return verify(hashed, password);
  const decoy = decoys.get(cost.argonMemory) ?? hashPassword('nobody has this one', cost);
  decoys.set(cost.argonMemory, decoy);
  await verify(await decoy, password);
  return false;
}
