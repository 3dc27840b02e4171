import { randomBytes } from 'node:crypto';
import { rejectTakenValues, sessionsToWire, toWireRecord } from 'portal-frame/internal/records';
import { createSessionsEvent, notFound, notifyByMail, records, transact } from 'portal-frame/server';
import {
  createAccount,
  deleteAccount,
  deleteFactors,
  endSessions,
  findAccountById,
  findFactors,
  hashPassword,
  requireOtherManager,
} from 'portal-frame/server/accounts';
import type { WireAdmin } from '../../src/wire/adminApi.ts';
import type { Handlers } from './handler.ts';

/** The call has no pages. */
const MOST = 10_000;

type Names = 'admins' | 'addAdmin' | 'deleteAdmin' | 'accountSessions' | 'endAccountSessions' | 'clearFactors';

export const adminHandlers: Handlers<Names> = {
  async admins({ account }, services) {
    const sort = { field: 'createdAt', order: 'DESC' } as const;
    const found = await records({ services, account }).find('admins', { sort, perPage: MOST });
    return { data: found.records.map(toWireRecord<WireAdmin>) };
  },

  /** The password is unknown to anybody: the mail links to the reset. */
  async addAdmin({ body, account, request, note }, services) {
    await rejectTakenValues(services.db, body);
    const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), services.config);
    const added = transact(services, async (db) => {
      const row = await createAccount(db, { ...body, role: 'admin', passwordHash });
      await notifyByMail(db, services, request, row, 'invited');
      await note(db, { recordId: row.id });
      return row;
    });
    const row = await added.catch(async (cause: unknown) => {
      // Another request took a value at the same time.
      await rejectTakenValues(services.db, body);
      throw cause;
    });
    return {
      message: 'toasts.adminAdded',
      data: toWireRecord<WireAdmin>(await records({ services, account }).findOne('admins', row.id)),
    };
  },

  async deleteAdmin({ params: { id }, note }, services) {
    const { image } = await transact(services, async (db, publish) => {
      if ((await findAccountById(db, id))?.role !== 'admin') throw notFound();
      await requireOtherManager(db, id, services.store.kind);
      const account = await deleteAccount(db, id, 'admin');
      if (!account) throw notFound();
      publish(createSessionsEvent(id, 'delete'));
      await note(db);
      return account;
    });
    if (image) await services.files.discard([image]);
    return { message: 'toasts.adminDeleted', data: null };
  },

  async accountSessions({ params: { id }, account }, services) {
    if (!(await findAccountById(services.db, id))) throw notFound();
    const sessions = await sessionsToWire(services, id, account.sessionId);
    const secondFactor = (await findFactors(services.db, id)).length > 0;
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
      await deleteFactors(db, id);
      await endSessions(db, id, id === account.id ? account.sessionId : undefined);
      await notifyByMail(db, services, request, person, 'factorRemoved');
      publish(createSessionsEvent(id, 'delete'));
      await note(db);
    });
    return { message: 'toasts.factorsCleared', data: null };
  },
};
