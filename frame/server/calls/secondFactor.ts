import type { FastifyRequest } from 'fastify';
import { accountById } from '../accounts/accountRows.ts';
import { countTry, forgive } from '../accounts/attemptLimits.ts';
import { factorsOf } from '../accounts/secondFactorRows.ts';
import { isRecognisedAddress } from '../accounts/sessionRows.ts';
import { keepInTicket, makeTicket, spendTicket, tryTicket } from '../accounts/signInTickets.ts';
import { networkOf } from '../base/network.ts';
import { Refusal } from '../base/refusal.ts';
import type { AccountRow } from '../db/databaseSchema.ts';
import type { TicketRow } from '../db/signInTables.ts';
import { beginEnrolment, type Enrolment, keepFactor, readEnrolment } from '../factors/enrol.ts';
import { partyOf } from '../factors/passkeys.ts';
import { askedOf, prove } from '../factors/prove.ts';
import { notifyByMail } from '../outbox/securityMail.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handler.ts';
import { openFor } from './opening.ts';

/** Milliseconds to show a second factor, and to set one up. */
const PROVING = 5 * 60_000;
const SETTING_UP = 20 * 60_000;
/** Free wrong proofs of an account: on the networks it was signed in to from by themselves, and elsewhere together. */
const FREE = 10;

const over = () => new Refusal(400, 'server.restartSignIn');

/** What the account of a right password is asked for besides; undefined where that is all it takes. */
export async function askSecondFactor(services: Services, request: FastifyRequest, account: AccountRow) {
  const { db, config } = services;
  const factors = await factorsOf(db, account.id);
  const passkeys = partyOf(config, request) !== undefined;
  if (factors.length > 0) {
    const { methods, passkey, challenge } = await askedOf(services, request, factors);
    const ticket = await makeTicket(db, {
      purpose: 'sign-in',
      accountId: account.id,
      lifetime: PROVING,
      data: { challenge },
    });
    return { ticket, methods, passkeys, ...(passkey && { passkey }) };
  }
  if (!config.secondFactor.includes(account.role)) return undefined;
  const ticket = await makeTicket(db, { purpose: 'set-up', accountId: account.id, lifetime: SETTING_UP });
  return { ticket, methods: [], passkeys };
}

/** Whose ticket it is, while they may sign in; a try at it is counted. */
async function holderOf({ db }: Services, secret: string, purposes: readonly TicketRow['purpose'][]) {
  const ticket = await tryTicket(db, secret, purposes);
  const account = ticket && (await accountById(db, ticket.account_id));
  if (!ticket || !account?.is_active) throw over();
  return { ticket, account };
}

/** The second step of a sign-in. */
export const secondFactorHandlers: Handlers<'secondFactor' | 'setUpSecondFactor'> = {
  async secondFactor({ body, request, note }, services) {
    const { db } = services;
    const { ticket, account } = await holderOf(services, body.ticket, ['sign-in', 'set-up']);
    const wrong = () => new Refusal(400, 'server.wrongFactor', { about: account.id });
    const recognised = await isRecognisedAddress(db, account.email_key, request.ip);
    const tries = `second factor ${account.id}${recognised ? ` from ${networkOf(request.ip)}` : ''}`;
    await countTry(db, [{ key: tries, free: FREE }]);
    const kept = JSON.parse(ticket.data) as Enrolment;
    const setUp = ticket.purpose === 'set-up';
    const factor = setUp ? await readEnrolment(services, request, account.id, kept, body) : undefined;
    const proved = setUp ? factor?.kind : await prove(services, request, account.id, body, kept.challenge);
    if (!proved) throw wrong();
    await forgive(db, [tries], true);
    const { data, done } = await openFor(services, request, account, async (trx) => {
      // Two windows at once: one of them.
      if (!(await spendTicket(trx, ticket.id))) throw over();
      const codes = factor ? await keepFactor(trx, services, account.id, factor, body.name) : null;
      if (factor) await notifyByMail(trx, services, request, account, 'factorAdded');
      if (proved === 'recovery') await notifyByMail(trx, services, request, account, 'recoveryUsed');
      await note(trx, { accountId: account.id, recordId: account.id, fields: [proved] });
      return codes;
    });
    return { message: 'server.signedIn', data: { ...data, ...(done && { recoveryCodes: done }) } };
  },

  async setUpSecondFactor({ body, request, note }, services) {
    const { ticket, account } = await holderOf(services, body.ticket, ['set-up']);
    const { shown, kept } = await beginEnrolment(services, request, account, body.kind);
    await services.db.transaction().execute(async (trx) => {
      await keepInTicket(trx, ticket.id, kept);
      await note(trx, { accountId: account.id, recordId: account.id, fields: [body.kind] });
    });
    return { data: { ticket: body.ticket, ...shown } };
  },
};
