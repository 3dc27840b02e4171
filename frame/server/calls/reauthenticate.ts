import { requiredMessage } from '../../wire/validationRules.ts';
import { findAccountById } from '../accounts/accountRows.ts';
import { countAttempt, takeBackAttempts } from '../accounts/countAttempts.ts';
import { verifyPassword } from '../accounts/passwordHash.ts';
import { findFactors } from '../accounts/secondFactorRows.ts';
import { markReauthenticated } from '../accounts/sessionRows.ts';
import { consumeTicket, countTicketAttempt, createTicket } from '../accounts/signInTickets.ts';
import { HttpError, unauthorized } from '../base/httpError.ts';
import { createProofRequest, verifyProof } from '../factors/verifyProof.ts';
import type { Account } from '../http/callHandler.ts';
import type { Services } from '../services.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';

const FREE_TRIES = 10;
const CHALLENGE_MS = 5 * 60_000;
/** Counted by session, so that the holder of a stolen token cannot lock out the person. */
const toTriesKey = ({ sessionId }: Account) => `password in session ${sessionId}`;

/** Throws an HttpError at `wrong.field` for a wrong password; attempts are limited. */
export async function checkPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  account: Account,
  password: string,
  wrong: { field: string; message: string },
): Promise<void> {
  const tries = toTriesKey(account);
  await countAttempt(db, [{ key: tries, freeAttempts: FREE_TRIES }]);
  const row = await findAccountById(db, account.id);
  if (!row) throw unauthorized();
  if (!(await verifyPassword(password, row.password_hash, config)))
    throw HttpError.forField(wrong.field, 400, wrong.message);
  await takeBackAttempts(db, [tries], { all: true });
}

/** A second proof of identity, by the second factor if there is one. */
export const reauthenticateHandlers = {
  async reauthenticateOptions({ account, request }, services) {
    const { db } = services;
    const factors = await findFactors(db, account.id);
    if (factors.length === 0) return { data: { methods: ['password'] } };
    const { methods, passkey, challenge } = await createProofRequest(services, request, factors);
    if (!passkey) return { data: { methods } };
    const own = { accountId: account.id, sessionId: account.sessionId };
    const data = { challenge };
    const ticket = await createTicket(db, { purpose: 'reauthenticate', ...own, lifetime: CHALLENGE_MS, data });
    return { data: { methods, passkey, ticket } };
  },

  async reauthenticate({ account, body, request, note }, services) {
    const { db } = services;
    const factors = await findFactors(db, account.id);
    if (factors.length === 0) {
      if (!body.password) throw HttpError.forField('password', 400, requiredMessage('password'));
      await checkPassword(services, account, body.password, { field: 'password', message: 'server.wrongOwnPassword' });
    } else {
      const tries = toTriesKey(account);
      await countAttempt(db, [{ key: tries, freeAttempts: FREE_TRIES }]);
      const ticket = body.ticket ? await countTicketAttempt(db, body.ticket, ['reauthenticate'], account) : undefined;
      const { challenge } = (ticket ? JSON.parse(ticket.data) : {}) as { challenge?: string };
      // Each challenge works once, also if the proof fails.
      const asked = ticket && (await consumeTicket(db, ticket.id)) ? challenge : undefined;
      const proved = await verifyProof(services, request, account.id, body, asked);
      if (!proved) throw HttpError.forField(body.recovery ? 'recovery' : 'code', 400, 'server.wrongFactor');
      await takeBackAttempts(db, [tries], { all: true });
    }
    await db.transaction().execute(async (trx) => {
      await markReauthenticated(trx, account.sessionId);
      await note(trx, { recordId: account.sessionId });
    });
    return { data: null };
  },
} satisfies SomeFrameHandlers;
