import type { FastifyRequest } from 'fastify';
import { normalizeKey } from '../accounts/accountRows.ts';
import {
  type AttemptLimit,
  countAttempt,
  DAY_MS,
  incrementCounter,
  readCounter,
  takeBackAttempts,
} from '../accounts/countAttempts.ts';
import { isRecognisedAddress } from '../accounts/sessionRows.ts';
import { getNetwork, getSiteNetwork } from '../base/network.ts';
import type { Db } from '../db/databaseSchema.ts';

const MINUTE = 60_000;
const FREE_SIGN_INS = 5;
const ATTACK_THRESHOLD = 100;
/** The first attempt from a network is always allowed, so that the right password works. */
const ATTACK_LIMIT = { freeAttempts: 1, firstWaitMs: MINUTE, maxWaitMs: 4 * 60 * MINUTE };
const CODE_LIMITS = { short: 10, free: 100 };

/** Creates the limits of attempts from a network, for IPv6 also from the subscriber's larger network. */
export function createNetworkLimits(
  what: string,
  { ip }: Pick<FastifyRequest, 'ip'>,
  freeAttempts: number,
): AttemptLimit[] {
  const [network, site] = [getNetwork(ip), getSiteNetwork(ip)];
  const own = { key: `${what} from ${network}`, freeAttempts };
  return site === network ? [own] : [own, { key: `${what} from ${site}`, freeAttempts: 4 * freeAttempts }];
}

const toSignInKey = (email: string) => `sign-ins of ${normalizeKey(email)}`;
const toNetworkSignInKey = (email: string, ip: string) => `${toSignInKey(email)} from ${getNetwork(ip)}`;

/** Counts a sign-in before the password check. Call `failed` or `succeeded` afterwards. */
export async function countSignIn(db: Db, email: string, request: FastifyRequest) {
  const recognised = await isRecognisedAddress(db, normalizeKey(email), request.ip);
  const attacked = !recognised && (await readCounter(db, toSignInKey(email))) >= ATTACK_THRESHOLD;
  const own = { key: toNetworkSignInKey(email, request.ip), freeAttempts: FREE_SIGN_INS, retentionMs: DAY_MS };
  const network = createNetworkLimits('sign-in', request, 100);
  await countAttempt(db, [{ ...own, ...(attacked && ATTACK_LIMIT) }, ...network]);
  return {
    failed: async () => {
      if (!recognised) await incrementCounter(db, toSignInKey(email));
    },
    succeeded: async () => {
      await takeBackAttempts(db, [own.key], { all: true });
      await takeBackAttempts(
        db,
        network.map(({ key }) => key),
      );
    },
  };
}

/** Clears the failed sign-ins that would delay the next one from this network. */
export const resetSignInLimits = (db: Db, email: string, { ip }: Pick<FastifyRequest, 'ip'>) =>
  takeBackAttempts(db, [toSignInKey(email), toNetworkSignInKey(email, ip)], { all: true });

/** Counts a request for a one-time code. Returns true if the code must be a long one, after many requests. */
export async function countCodeRequest(db: Db, email: string, role: string, request: FastifyRequest): Promise<boolean> {
  const codes = `codes of ${role} ${normalizeKey(email)}`;
  const recognised = await isRecognisedAddress(db, normalizeKey(email), request.ip);
  await countAttempt(db, [
    { key: `${codes} from ${getNetwork(request.ip)}`, freeAttempts: 5, retentionMs: DAY_MS },
    ...createNetworkLimits('code', request, 40),
    ...(recognised ? [] : [{ key: `${codes} from anywhere`, freeAttempts: CODE_LIMITS.free, retentionMs: DAY_MS }]),
  ]);
  await incrementCounter(db, codes);
  return (await readCounter(db, codes)) > CODE_LIMITS.short;
}
