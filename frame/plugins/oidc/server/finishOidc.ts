import { type CallHandlers, HttpError } from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { completeSignIn, consumeTicket, countTicketAttempt } from 'portal-frame/server/plugins';
import type { oidcCalls } from '../wire/oidcCalls.ts';
import { readOidcTicket } from './oidcRoutes.ts';

const createRestartError = () => new HttpError(400, 'server.restartSignIn');

export const oidcHandlers: CallHandlers<typeof oidcCalls> = {
  async finishOidc({ request, note }, services) {
    const { db, config } = services;
    const ticket = await countTicketAttempt(db, readOidcTicket(config, request), ['oidc']);
    const account = ticket && (await findAccountById(db, ticket.account_id));
    if (!ticket || !account?.is_active) throw createRestartError();
    const { email } = account;
    const noted = { accountId: account.id, recordId: account.id, fields: ['oidc'] };
    const consume = async (trx: Parameters<typeof note>[0]) => {
      // Of two concurrent requests only one succeeds.
      if (!(await consumeTicket(trx, ticket.id))) throw createRestartError();
      await note(trx, noted);
    };
    const { message, data } = await completeSignIn(services, request, account, consume);
    return { message, data: { ...data, email } };
  },
};
