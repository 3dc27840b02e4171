import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import {
  type Account,
  type CallHandlers,
  createProfileEvent,
  createSessionsEvent,
  HttpError,
  notFound,
  notifyPersonByMail,
  type Publish,
  type Services,
  transact,
  unauthorized,
} from 'portal-frame/server';
import { endSessions, findAccountById } from 'portal-frame/server/accounts';
import type { Schema } from 'portal-frame/server/database';
import { consumeTicket, countTicketAttempt, createTicket, lockAccount } from 'portal-frame/server/plugins';
import type { secondFactorCalls } from '../wire/secondFactorCalls.ts';
import { beginEnrolment, type Enrolment, renewRecoveryCodes, saveFactor, verifyEnrolment } from './enrolment.ts';
import { requiresFactor } from './factorSettings.ts';
import { getRelyingParty } from './passkeys.ts';
import { countRecoveryCodes, deleteFactor, deleteFactors, findFactors } from './secondFactorRows.ts';

const ENROLMENT_MS = 10 * 60_000;

const toIsoTime = (ms: number) => new Date(ms).toISOString();

const changeFactors = <T>(
  services: Services,
  request: FastifyRequest,
  { id }: Account,
  event: Parameters<typeof notifyPersonByMail>[4],
  work: (trx: Transaction<Schema>, publish: Publish) => Promise<T>,
): Promise<T> =>
  transact(services, async (trx, publish) => {
    await lockAccount(trx, id, services.store.kind);
    const done = await work(trx, publish);
    await notifyPersonByMail(trx, services, request, id, event);
    publish(createProfileEvent(id));
    return done;
  });

function requireOneFactor({ config }: Services, { role }: Account, left: number): void {
  if (left === 0 && requiresFactor(config, role)) throw new HttpError(409, 'server.factorRequired');
}

export const factorHandlers = {
  async factors({ account, request }, { db, config }) {
    const rows = await findFactors(db, account.id);
    return {
      data: {
        factors: rows.map(({ id, kind, name, created_at, used_at }) => ({
          ...{ _id: id, kind, name, createdAt: toIsoTime(created_at) },
          lastUsed: used_at === null ? null : toIsoTime(used_at),
        })),
        recoveryCodes: await countRecoveryCodes(db, account.id),
        required: requiresFactor(config, account.role),
        passkeys: getRelyingParty(config, request) !== undefined,
      },
    };
  },

  async beginFactor({ account, body, request, note }, services) {
    const row = await findAccountById(services.db, account.id);
    if (!row) throw unauthorized();
    const { shown, kept } = await beginEnrolment(services, request, row, body.kind);
    const ticket = await services.db.transaction().execute(async (trx) => {
      const own = { accountId: account.id, sessionId: account.sessionId };
      const made = await createTicket(trx, { purpose: 'enrol', ...own, lifetime: ENROLMENT_MS, data: kept });
      await note(trx);
      return made;
    });
    return { data: { ticket, ...shown } };
  },

  async addFactor({ account, body, request, note }, services) {
    const ticket = await countTicketAttempt(services.db, body.ticket, ['enrol'], account);
    const over = () => new HttpError(400, 'server.restartFactor');
    if (ticket?.account_id !== account.id) throw over();
    const kept = JSON.parse(ticket.data) as Enrolment;
    const factor = await verifyEnrolment(services, request, account.id, kept, body);
    if (!factor) throw HttpError.forField('code', 400, 'server.wrongFactor');
    const recoveryCodes = await changeFactors(services, request, account, 'factorAdded', async (trx, publish) => {
      if (!(await consumeTicket(trx, ticket.id))) throw over();
      const codes = await saveFactor(trx, services, account.id, factor, body.name);
      // Ends sessions that were opened without a second factor.
      if (codes) await endSessions(trx, account.id, account.sessionId);
      if (codes) publish(createSessionsEvent(account.id, 'delete'));
      await note(trx, { fields: [factor.kind] });
      return codes;
    });
    return { message: 'toasts.factorAdded', data: { recoveryCodes } };
  },

  async removeFactor({ account, params, request, note }, services) {
    await changeFactors(services, request, account, 'factorRemoved', async (trx) => {
      if (!(await deleteFactor(trx, account.id, params.id))) throw notFound();
      const left = await findFactors(trx, account.id);
      requireOneFactor(services, account, left.length);
      if (left.length === 0) await deleteFactors(trx, account.id);
      await note(trx);
    });
    return { message: 'toasts.factorRemoved', data: null };
  },

  async endSecondFactor({ account, request, note }, services) {
    await changeFactors(services, request, account, 'factorRemoved', async (trx) => {
      requireOneFactor(services, account, 0);
      await deleteFactors(trx, account.id);
      await note(trx);
    });
    return { message: 'toasts.secondFactorEnded', data: null };
  },

  async newRecoveryCodes({ account, request, note }, services) {
    const recoveryCodes = await changeFactors(services, request, account, 'recoveryCodes', async (trx) => {
      if ((await findFactors(trx, account.id)).length === 0) throw notFound();
      const codes = await renewRecoveryCodes(trx, services, account.id);
      await note(trx);
      return codes;
    });
    return { data: { recoveryCodes } };
  },
} satisfies Partial<CallHandlers<typeof secondFactorCalls>>;
