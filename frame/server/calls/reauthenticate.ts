import { missing } from '../../wire/rules.ts';
import { accountById } from '../accounts/accountRows.ts';
import { countTry, forgive } from '../accounts/attemptLimits.ts';
import { passwordFits } from '../accounts/passwordHash.ts';
import { factorsOf } from '../accounts/secondFactorRows.ts';
import { markReauthenticated } from '../accounts/sessionRows.ts';
import { makeTicket, spendTicket, tryTicket } from '../accounts/signInTickets.ts';
import { Refusal, unauthorized } from '../base/refusal.ts';
import { askedOf, prove } from '../factors/prove.ts';
import type { Account } from '../http/handler.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handler.ts';

/** Free wrong tries of a signed-in person to prove who they are. */
const FREE = 10;
/** Milliseconds to use a passkey. */
const PROVING = 5 * 60_000;
/** By the session, so that whoever has a stolen token cannot bar its person, who signs in anew. */
const triesOf = ({ sessionId }: Account) => `password in session ${sessionId}`;

/** Throws a Refusal at `field` where this is not the password of whoever calls; wrong tries are counted. */
export async function checkPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  account: Account,
  password: string,
  wrong: { field: string; message: string },
): Promise<void> {
  const tries = triesOf(account);
  await countTry(db, [{ key: tries, free: FREE }]);
  const row = await accountById(db, account.id);
  if (!row) throw unauthorized();
  if (!(await passwordFits(password, row.password_hash, config))) throw Refusal.at(wrong.field, 400, wrong.message);
  await forgive(db, [tries], true);
}

/** Proving again who one is, for what a token alone must not do: by the second factor where there is one. */
export const reauthenticateHandlers: Handlers<'reauthenticateOptions' | 'reauthenticate'> = {
  async reauthenticateOptions({ account, request }, services) {
    const { db } = services;
    const factors = await factorsOf(db, account.id);
    if (factors.length === 0) return { data: { methods: ['password'] } };
    const { methods, passkey, challenge } = await askedOf(services, request, factors);
    if (!passkey) return { data: { methods } };
    const own = { accountId: account.id, sessionId: account.sessionId };
    const data = { challenge };
    const ticket = await makeTicket(db, { purpose: 'reauthenticate', ...own, lifetime: PROVING, data });
    return { data: { methods, passkey, ticket } };
  },

  async reauthenticate({ account, body, request, note }, services) {
    const { db } = services;
    const factors = await factorsOf(db, account.id);
    if (factors.length === 0) {
      if (!body.password) throw Refusal.at('password', 400, missing('password'));
      await checkPassword(services, account, body.password, { field: 'password', message: 'server.wrongOwnPassword' });
    } else {
      const tries = triesOf(account);
      await countTry(db, [{ key: tries, free: FREE }]);
      const ticket = body.ticket ? await tryTicket(db, body.ticket, ['reauthenticate'], account) : undefined;
      const { challenge } = (ticket ? JSON.parse(ticket.data) : {}) as { challenge?: string };
      // A challenge counts once, whatever becomes of it.
      const asked = ticket && (await spendTicket(db, ticket.id)) ? challenge : undefined;
      const proved = await prove(services, request, account.id, body, asked);
      if (!proved) throw Refusal.at(body.recovery ? 'recovery' : 'code', 400, 'server.wrongFactor');
      await forgive(db, [tries], true);
    }
    await db.transaction().execute(async (trx) => {
      await markReauthenticated(trx, account.sessionId);
      await note(trx, { recordId: account.sessionId });
    });
    return { data: null };
  },
};
