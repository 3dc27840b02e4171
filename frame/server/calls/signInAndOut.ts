import { findAccountByEmail } from '../accounts/accountRows.ts';
import { verifyPassword } from '../accounts/passwordHash.ts';
import { endSession } from '../accounts/sessionRows.ts';
import { HttpError } from '../base/httpError.ts';
import { createSessionsEvent } from '../live/accountEvents.ts';
import { transact } from '../outbox/transact.ts';
import { completeSignIn } from './completeSignIn.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';
import { countSignIn } from './signInLimits.ts';

export const authHandlers = {
  async signIn({ body, request, note }, services) {
    const { db, config } = services;
    const counted = await countSignIn(db, body.email, request);
    const account = await findAccountByEmail(db, body.email);
    const fits = await verifyPassword(body.password, account?.password_hash, config);
    if (!account || !fits || !services.app.roles.hasSignIn(account.role)) {
      await counted.failed();
      // The portal takes 401 for an ended session.
      throw new HttpError(400, 'server.wrongCredentials', { recordId: account?.id });
    }
    await counted.succeeded();
    if (!account.is_active) throw new HttpError(403, 'server.deactivated', { recordId: account.id });
    const { message, data } = await completeSignIn(services, request, account, (trx, isComplete) =>
      note(trx, { accountId: account.id, recordId: account.id, fields: isComplete ? [] : ['password'] }),
    );
    return { message, data };
  },

  async signOut({ account, request }, services) {
    await transact(services, async (trx, publish) => {
      await endSession(trx, account.sessionId, account.id);
      publish(createSessionsEvent(account.id, 'delete'));
    });
    request.sessionEnded = account.sessionId;
    return { message: 'server.signedOut', data: null };
  },
} satisfies SomeFrameHandlers;
