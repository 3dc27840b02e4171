import { accountByEmail } from '../accounts/accountRows.ts';
import { passwordFits } from '../accounts/passwordHash.ts';
import { endSession } from '../accounts/sessionRows.ts';
import { Refusal } from '../base/refusal.ts';
import { sessionsEvent } from '../live/events.ts';
import { transact } from '../outbox/transact.ts';
import { countSignIn } from './guessing.ts';
import type { Handlers } from './handler.ts';
import { openFor } from './opening.ts';
import { askSecondFactor } from './secondFactor.ts';

export const authHandlers: Handlers<'signIn' | 'signOut'> = {
  async signIn({ body, request, note }, services) {
    const { db, config } = services;
    const counted = await countSignIn(db, body.email, request);
    const account = await accountByEmail(db, body.email);
    const fits = await passwordFits(body.password, account?.password_hash, config);
    if (!account || !fits) {
      await counted.failed();
      // 400, not 401: that code would tell the portal that a session is over.
      throw new Refusal(400, 'server.wrongCredentials', { about: account?.id });
    }
    await counted.succeeded();
    if (!account.is_active) throw new Refusal(403, 'server.deactivated', { about: account.id });
    const noted = { accountId: account.id, recordId: account.id };
    const secondFactor = await askSecondFactor(services, request, account);
    if (secondFactor) {
      await db.transaction().execute((trx) => note(trx, { ...noted, fields: ['password'] }));
      return { message: 'server.secondFactor', data: { secondFactor } };
    }
    const { data } = await openFor(services, request, account, (trx) => note(trx, { ...noted, fields: [] }));
    return { message: 'server.signedIn', data };
  },

  async signOut({ account, request }, services) {
    await transact(services, async (trx, publish) => {
      await endSession(trx, account.sessionId, account.id);
      publish(sessionsEvent(account.id, 'delete'));
    });
    request.sessionEnded = account.sessionId;
    return { message: 'server.signedOut', data: null };
  },
};
