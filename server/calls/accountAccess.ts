import { createSessionsEvent, notFound, notifyByMail, transact } from 'portal-frame/server';
import {
  endSessions,
  findAccountById,
  hasIdentityProof,
  sessionsToWire,
  unlinkAccount,
} from 'portal-frame/server/accounts';
import type { SomeHandlers } from './handler.ts';

/** Access of any account, for admins. */
export const accessHandlers = {
  async accountSessions({ params: { id }, account }, services) {
    if (!(await findAccountById(services.db, id))) throw notFound();
    const sessions = await sessionsToWire(services, id, account.sessionId);
    const secondFactor = await hasIdentityProof(services, id);
    return { data: { sessions, secondFactor } };
  },

  async endAccountSessions({ params: { id }, account, note }, services) {
    await transact(services, async (db, publish) => {
      if (!(await findAccountById(db, id))) throw notFound();
      await endSessions(db, id, id === account.id ? account.sessionId : undefined);
      publish(createSessionsEvent(id, 'delete'));
      await note(db);
    });
    return { message: 'toasts.sessionsEnded', data: null };
  },

  async clearFactors({ params: { id }, account, request, note }, services) {
    await transact(services, async (db, publish) => {
      const person = await findAccountById(db, id);
      if (!person) throw notFound();
      await unlinkAccount({ db, app: services.app }, id);
      await endSessions(db, id, id === account.id ? account.sessionId : undefined);
      await notifyByMail(db, services, request, person, 'factorRemoved');
      publish(createSessionsEvent(id, 'delete'));
      await note(db);
    });
    return { message: 'toasts.factorsCleared', data: null };
  },
} satisfies SomeHandlers;
