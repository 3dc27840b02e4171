import { randomBytes } from 'node:crypto';
import { accountById, createAccount, deleteAccount } from '../../frame/server/accounts/accountRows.ts';
import { hashPassword } from '../../frame/server/accounts/passwordHash.ts';
import { keepAManager } from '../../frame/server/accounts/profileRows.ts';
import { clearFactors, factorsOf } from '../../frame/server/accounts/secondFactorRows.ts';
import { endSessions } from '../../frame/server/accounts/sessionRows.ts';
import { notFound } from '../../frame/server/base/refusal.ts';
import { sessionsToWire } from '../../frame/server/calls/sessions.ts';
import { refuseTaken } from '../../frame/server/calls/taken.ts';
import { wireOf } from '../../frame/server/calls/wireOf.ts';
import { sessionsEvent } from '../../frame/server/live/events.ts';
import { notifyByMail } from '../../frame/server/outbox/securityMail.ts';
import { transact } from '../../frame/server/outbox/transact.ts';
import { firstOf, oneOf } from '../../frame/server/records/operations/recordsApi.ts';
import type { WireAdmin } from '../../src/wire/admins.ts';
import type { Handlers } from './handler.ts';

type Names = 'admins' | 'addAdmin' | 'deleteAdmin' | 'accountSessions' | 'endAccountSessions' | 'clearFactors';

/** Admins make and end each other, and shut anybody's account to whoever got into it. */
export const adminHandlers: Handlers<Names> = {
  async admins({ account }, services) {
    const sort = { field: 'createdAt', order: 'DESC' } as const;
    const { records } = await firstOf(services, 'admins', account, { sort });
    return { data: records.map(wireOf<WireAdmin>) };
  },

  /** With a password that nobody knows: the mail leads to the reset, by which they set one of their own. */
  async addAdmin({ body, account, request, note }, services) {
    await refuseTaken(services.db, body);
    const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), services.config);
    const added = transact(services, async (db) => {
      const row = await createAccount(db, { ...body, role: 'admin', passwordHash });
      await notifyByMail(db, services, request, row, 'invited');
      await note(db, { recordId: row.id });
      return row;
    });
    const row = await added.catch(async (cause: unknown) => {
      // Somebody else took a name at the same moment.
      await refuseTaken(services.db, body);
      throw cause;
    });
    return { message: 'toasts.adminAdded', data: wireOf<WireAdmin>(await oneOf(services, 'admins', row.id, account)) };
  },

  async deleteAdmin({ params: { id }, note }, services) {
    const { image } = await transact(services, async (db, publish) => {
      if ((await accountById(db, id))?.role !== 'admin') throw notFound();
      await keepAManager(db, id, services.store.kind);
      const account = await deleteAccount(db, id, 'admin');
      if (!account) throw notFound();
      publish(sessionsEvent(id, 'delete'));
      await note(db);
      return account;
    });
    if (image) await services.files.discard([image]);
    return { message: 'toasts.adminDeleted', data: null };
  },

  async accountSessions({ params: { id }, account }, services) {
    if (!(await accountById(services.db, id))) throw notFound();
    const sessions = await sessionsToWire(services, id, account.sessionId);
    const secondFactor = (await factorsOf(services.db, id)).length > 0;
    return { data: { sessions, secondFactor } };
  },

  async endAccountSessions({ params: { id }, account, note }, services) {
    await transact(services, async (db, publish) => {
      if (!(await accountById(db, id))) throw notFound();
      await endSessions(db, id, id === account.id ? account.sessionId : undefined);
      publish(sessionsEvent(id, 'delete'));
      await note(db);
    });
    return { message: 'toasts.sessionsEnded', data: null };
  },

  async clearFactors({ params: { id }, account, request, note }, services) {
    await transact(services, async (db, publish) => {
      const person = await accountById(db, id);
      if (!person) throw notFound();
      await clearFactors(db, id);
      await endSessions(db, id, id === account.id ? account.sessionId : undefined);
      await notifyByMail(db, services, request, person, 'factorRemoved');
      publish(sessionsEvent(id, 'delete'));
      await note(db);
    });
    return { message: 'toasts.factorsCleared', data: null };
  },
};
