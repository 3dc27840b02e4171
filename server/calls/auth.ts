import type { Handlers } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import { accountByEmail, keyOf } from '../store/accounts.ts';
import { countTry, forgive } from '../store/attempts.ts';
import { passwordFits } from '../store/passwords.ts';
import { endSession, openSession } from '../store/sessions.ts';

const QUARTER = 15 * 60_000;

/** What the failed sign-ins to an account are counted by. */
export const signInsOf = (email: string) => `sign-in account ${keyOf(email)}`;

export const authHandlers: Handlers<'signIn' | 'signOut'> = {
  async signIn({ body, request, note }, { db, config, tokens }) {
    const ofAccount = signInsOf(body.email);
    const ofAddress = `sign-in address ${request.ip}`;
    await countTry(db, [
      { key: ofAccount, most: 10, within: QUARTER },
      { key: ofAddress, most: 100, within: QUARTER },
    ]);
    const account = await accountByEmail(db, body.email);
    const fits = await passwordFits(body.password, account?.password_hash, config);
    // 400, not 401: that code would tell the portal that a session is over.
    if (!account || !fits) throw new Refusal(400, 'server.wrongCredentials', { about: account?.id });
    await forgive(db, [ofAccount], true);
    await forgive(db, [ofAddress]);
    if (!account.is_active) throw new Refusal(403, 'server.deactivated', { about: account.id });
    const session = await db.transaction().execute(async (trx) => {
      const opened = await openSession(trx, account.id, config.tokenHours);
      await note(trx, { accountId: account.id, recordId: account.id, fields: [] });
      return opened;
    });
    const claims = { accountId: account.id, sessionId: session.id, role: account.role };
    return {
      message: 'server.signedIn',
      data: {
        userAuthToken: await tokens.sign(claims, session.expiresAt),
        role: account.role,
        fullName: account.full_name,
        timeZone: config.timeZone,
      },
    };
  },

  async signOut({ account }, { db }) {
    await endSession(db, account.sessionId);
    return { message: 'server.signedOut', data: null };
  },
};
