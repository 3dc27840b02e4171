import type { FastifyRequest } from 'fastify';
import { keyOf } from '../accounts/accountRows.ts';
import { countTry, DAY, forgive, type Limit, tallied, tally } from '../accounts/attemptLimits.ts';
import { isRecognisedAddress } from '../accounts/sessionRows.ts';
import { networkOf, siteOf } from '../base/network.ts';
import type { Db } from '../db/databaseSchema.ts';

/** What tries at accounts are counted by; how many guesses a day that leaves stands in docs/decisions.md. */
const MINUTE = 60_000;
/** Free failed sign-ins to an account from one network. */
const FREE = 5;
/** Failed sign-ins to an account from networks it does not know, in a day, after which such networks wait for longer. */
const ATTACK = 100;
/** The first try from a network is never refused, whatever others do: the right password gets in. */
const UNDER_ATTACK = { free: 1, first: MINUTE, longest: 4 * 60 * MINUTE };
/** Codes for an account in a day after which they are longer, and those that unknown networks may ask for freely. */
const CODES = { short: 10, free: 100 };

/** From one network, and where that is of IPv6 from all of its subscriber, about whatever account. */
export function limitsOfNetwork(what: string, { ip }: Pick<FastifyRequest, 'ip'>, free: number): Limit[] {
  const [network, site] = [networkOf(ip), siteOf(ip)];
  const own = { key: `${what} from ${network}`, free };
  return site === network ? [own] : [own, { key: `${what} from ${site}`, free: 4 * free }];
}

const signInsOf = (email: string) => `sign-ins of ${keyOf(email)}`;
const signInsFrom = (email: string, ip: string) => `${signInsOf(email)} from ${networkOf(ip)}`;

/** Counts a sign-in before it is tried. Gives what to call once it is known how it went. */
export async function countSignIn(db: Db, email: string, request: FastifyRequest) {
  const recognised = await isRecognisedAddress(db, keyOf(email), request.ip);
  const attacked = !recognised && (await tallied(db, signInsOf(email))) >= ATTACK;
  const own = { key: signInsFrom(email, request.ip), free: FREE, remembered: DAY };
  const network = limitsOfNetwork('sign-in', request, 100);
  await countTry(db, [{ ...own, ...(attacked && UNDER_ATTACK) }, ...network]);
  return {
    failed: async () => {
      if (!recognised) await tally(db, signInsOf(email));
    },
    succeeded: async () => {
      await forgive(db, [own.key], true);
      await forgive(
        db,
        network.map(({ key }) => key),
      );
    },
  };
}

/** Forgets the failed sign-ins to an account that whoever asks from here would have to wait for. */
export const forgiveSignIns = (db: Db, email: string, { ip }: Pick<FastifyRequest, 'ip'>) =>
  forgive(db, [signInsOf(email), signInsFrom(email, ip)], true);

/**
 * Counts somebody's wish for a one-time code, and tells whether it is to be a long one: so many codes that somebody may
 * be trying them out.
 */
export async function countCode(db: Db, email: string, role: string, request: FastifyRequest): Promise<boolean> {
  const codes = `codes of ${role} ${keyOf(email)}`;
  const recognised = await isRecognisedAddress(db, keyOf(email), request.ip);
  await countTry(db, [
    { key: `${codes} from ${networkOf(request.ip)}`, free: 5, remembered: DAY },
    ...limitsOfNetwork('code', request, 40),
    ...(recognised ? [] : [{ key: `${codes} from anywhere`, free: CODES.free, remembered: DAY }]),
  ]);
  await tally(db, codes);
  return (await tallied(db, codes)) > CODES.short;
}
