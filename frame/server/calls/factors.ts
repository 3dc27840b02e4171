import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { accountById, holdAccount } from '../accounts/accountRows.ts';
import { clearFactors, factorsOf, recoveryCodesLeft, removeFactor } from '../accounts/secondFactorRows.ts';
import { endSessions } from '../accounts/sessionRows.ts';
import { makeTicket, spendTicket, tryTicket } from '../accounts/signInTickets.ts';
import { notFound, Refusal, unauthorized } from '../base/refusal.ts';
import type { Schema } from '../db/databaseSchema.ts';
import { beginEnrolment, type Enrolment, keepFactor, readEnrolment, renewRecoveryCodes } from '../factors/enrol.ts';
import { partyOf } from '../factors/passkeys.ts';
import type { Account } from '../http/handler.ts';
import { profileEvent, sessionsEvent } from '../live/events.ts';
import { notifyPersonByMail, type SecurityEvent } from '../outbox/securityMail.ts';
import { type Publish, transact } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handler.ts';

/** Milliseconds to complete a factor. */
const ENROLLING = 10 * 60_000;

const time = (ms: number) => new Date(ms).toISOString();

/** Changes an account's factors while nobody else does, and notifies its person by mail. */
const changeFactors = <T>(
  services: Services,
  request: FastifyRequest,
  { id }: Account,
  event: SecurityEvent,
  work: (trx: Transaction<Schema>, publish: Publish) => Promise<T>,
): Promise<T> =>
  transact(services, async (trx, publish) => {
    await holdAccount(trx, id, services.store.kind);
    const done = await work(trx, publish);
    await notifyPersonByMail(trx, services, request, id, event);
    publish(profileEvent(id));
    return done;
  });

/** Refuses to leave somebody without a factor whose role needs one. */
function keepOne({ config }: Services, { role }: Account, left: number): void {
  if (left === 0 && config.secondFactor.includes(role)) throw new Refusal(409, 'server.factorRequired');
}

type Names = 'factors' | 'beginFactor' | 'addFactor' | 'removeFactor' | 'endSecondFactor' | 'newRecoveryCodes';

/** A person's own second factors (settings). */
export const factorHandlers: Handlers<Names> = {
  async factors({ account, request }, { db, config }) {
    const rows = await factorsOf(db, account.id);
    return {
      data: {
        factors: rows.map(({ id, kind, name, created_at, used_at }) => ({
          ...{ _id: id, kind, name, createdAt: time(created_at) },
          lastUsed: used_at === null ? null : time(used_at),
        })),
        recoveryCodes: await recoveryCodesLeft(db, account.id),
        required: config.secondFactor.includes(account.role),
        passkeys: partyOf(config, request) !== undefined,
      },
    };
  },

  async beginFactor({ account, body, request, note }, services) {
    const row = await accountById(services.db, account.id);
    if (!row) throw unauthorized();
    const { shown, kept } = await beginEnrolment(services, request, row, body.kind);
    const ticket = await services.db.transaction().execute(async (trx) => {
      const own = { accountId: account.id, sessionId: account.sessionId };
      const made = await makeTicket(trx, { purpose: 'enrol', ...own, lifetime: ENROLLING, data: kept });
      await note(trx);
      return made;
    });
    return { data: { ticket, ...shown } };
  },

  async addFactor({ account, body, request, note }, services) {
    const ticket = await tryTicket(services.db, body.ticket, ['enrol'], account);
    const over = () => new Refusal(400, 'server.restartFactor');
    if (ticket?.account_id !== account.id) throw over();
    const kept = JSON.parse(ticket.data) as Enrolment;
    const factor = await readEnrolment(services, request, account.id, kept, body);
    if (!factor) throw Refusal.at('code', 400, 'server.wrongFactor');
    const recoveryCodes = await changeFactors(services, request, account, 'factorAdded', async (trx, publish) => {
      if (!(await spendTicket(trx, ticket.id))) throw over();
      const codes = await keepFactor(trx, services, account.id, factor, body.name);
      // Sessions that the password alone has opened.
      if (codes) await endSessions(trx, account.id, account.sessionId);
      if (codes) publish(sessionsEvent(account.id, 'delete'));
      await note(trx, { fields: [factor.kind] });
      return codes;
    });
    return { message: 'toasts.factorAdded', data: { recoveryCodes } };
  },

  async removeFactor({ account, params, request, note }, services) {
    await changeFactors(services, request, account, 'factorRemoved', async (trx) => {
      if (!(await removeFactor(trx, account.id, params.id))) throw notFound();
      const left = await factorsOf(trx, account.id);
      keepOne(services, account, left.length);
      if (left.length === 0) await clearFactors(trx, account.id);
      await note(trx);
    });
    return { message: 'toasts.factorRemoved', data: null };
  },

  async endSecondFactor({ account, request, note }, services) {
    await changeFactors(services, request, account, 'factorRemoved', async (trx) => {
      keepOne(services, account, 0);
      await clearFactors(trx, account.id);
      await note(trx);
    });
    return { message: 'toasts.secondFactorEnded', data: null };
  },

  async newRecoveryCodes({ account, request, note }, services) {
    const recoveryCodes = await changeFactors(services, request, account, 'recoveryCodes', async (trx) => {
      if ((await factorsOf(trx, account.id)).length === 0) throw notFound();
      const codes = await renewRecoveryCodes(trx, services, account.id);
      await note(trx);
      return codes;
    });
    return { data: { recoveryCodes } };
  },
};
