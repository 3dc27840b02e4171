import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { type CallHandlers, HttpError, notifyByMail, type Services } from 'portal-frame/server';
import { countAttempt, findAccountById } from 'portal-frame/server/accounts';
import type { AccountRow, Schema } from 'portal-frame/server/database';
import {
  completeSignIn,
  consumeTicket,
  countTicketAttempt,
  createTicket,
  getNetwork,
  isRecognisedAddress,
  takeBackAttempts,
  updateTicketData,
} from 'portal-frame/server/plugins';
import { secondFactor } from '../plugin.ts';
import type { secondFactorCalls } from '../wire/secondFactorCalls.ts';
import { beginEnrolment, type Enrolment, saveFactor, verifyEnrolment } from './enrolment.ts';
import { requiresFactor } from './factorSettings.ts';
import { getRelyingParty } from './passkeys.ts';
import { findFactors } from './secondFactorRows.ts';
import { createProofRequest, verifyProof } from './verifyProof.ts';

const CHALLENGE_MS = 5 * 60_000;
const SET_UP_MS = 20 * 60_000;
const FREE_TRIES = 10;

const createRestartError = () => new HttpError(400, 'server.restartSignIn');

/** Returns the second step of a sign-in; undefined if the password is enough. */
export async function requestSecondFactor(services: Services, request: FastifyRequest, account: AccountRow) {
  const { db, config } = services;
  const factors = await findFactors(db, account.id);
  const passkeys = getRelyingParty(config, request) !== undefined;
  if (factors.length > 0) {
    const { methods, passkey, challenge } = await createProofRequest(services, request, factors);
    const ticket = await createTicket(db, {
      purpose: 'sign-in',
      accountId: account.id,
      lifetime: CHALLENGE_MS,
      data: { challenge },
    });
    return { ticket, methods, passkeys, ...(passkey && { passkey }) };
  }
  if (!requiresFactor(config, account.role)) return undefined;
  const ticket = await createTicket(db, { purpose: 'set-up', accountId: account.id, lifetime: SET_UP_MS });
  return { ticket, methods: [], passkeys };
}

async function findTicketHolder({ db }: Services, secret: string, purposes: readonly string[]) {
  const ticket = await countTicketAttempt(db, secret, purposes);
  const account = ticket && (await findAccountById(db, ticket.account_id));
  if (!ticket || !account?.is_active) throw createRestartError();
  return { ticket, account };
}

export const secondFactorHandlers = {
  async secondFactor({ body, request, note }, services) {
    const { db } = services;
    const { ticket, account } = await findTicketHolder(services, body.ticket, ['sign-in', 'set-up']);
    const wrong = () => new HttpError(400, 'server.wrongFactor', { recordId: account.id });
    const recognised = await isRecognisedAddress(db, account.email_key, request.ip);
    const tries = `second factor ${account.id}${recognised ? ` from ${getNetwork(request.ip)}` : ''}`;
    await countAttempt(db, [{ key: tries, freeAttempts: FREE_TRIES }]);
    const kept = JSON.parse(ticket.data) as Enrolment;
    const setUp = ticket.purpose === 'set-up';
    const factor = setUp ? await verifyEnrolment(services, request, account.id, kept, body) : undefined;
    const proved = setUp ? factor?.kind : await verifyProof(services, request, account.id, body, kept.challenge);
    if (!proved) throw wrong();
    await takeBackAttempts(db, [tries], { all: true });
    const work = async (trx: Transaction<Schema>) => {
      // Of two concurrent requests only one succeeds.
      if (!(await consumeTicket(trx, ticket.id))) throw createRestartError();
      const codes = factor ? await saveFactor(trx, services, account.id, factor, body.name) : null;
      if (factor) await notifyByMail(trx, services, request, account, 'factorAdded');
      if (proved === 'recovery') await notifyByMail(trx, services, request, account, 'recoveryUsed');
      await note(trx, { accountId: account.id, recordId: account.id, fields: [proved] });
      return codes;
    };
    const { message, data, done } = await completeSignIn(services, request, account, work, secondFactor.name);
    return { message, data: { ...data, ...(done && { recoveryCodes: done }) } };
  },

  async setUpSecondFactor({ body, request, note }, services) {
    const { ticket, account } = await findTicketHolder(services, body.ticket, ['set-up']);
    const { shown, kept } = await beginEnrolment(services, request, account, body.kind);
    await services.db.transaction().execute(async (trx) => {
      await updateTicketData(trx, ticket.id, kept);
      await note(trx, { accountId: account.id, recordId: account.id, fields: [body.kind] });
    });
    return { data: { ticket: body.ticket, ...shown } };
  },
} satisfies Partial<CallHandlers<typeof secondFactorCalls>>;
