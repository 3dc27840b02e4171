import type { Handlers } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import { transact } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import { accountByEmail, keyOf } from '../store/accounts.ts';
import { countTry, forgive } from '../store/attempts.ts';
import { passwordFits } from '../store/passwords.ts';
import { endSession, isKnownAddress } from '../store/sessions.ts';
import { openFor } from './opening.ts';
import { askSecondFactor } from './secondFactor.ts';
import { sessionsTold } from './told.ts';

/** Free failed sign-ins to an account, and from an address, where many may sit behind one. */
const FREE = { account: 5, address: 100 };

/**
 * What the failed sign-ins to an account are counted by: those from an address that the account was signed in to from
 * by themselves, so that nobody elsewhere can shut its person out by guessing, and all others together.
 */
const signInsOf = (email: string) => `sign-in account ${keyOf(email)}`;
const knownSignInsOf = (email: string, address: string) => `${signInsOf(email)} from ${address}`;

/** Forgets the failed sign-ins to an account that whoever asks from this address would have to wait for. */
export const forgiveSignIns = (db: Services['db'], email: string, address: string) =>
  forgive(db, [signInsOf(email), knownSignInsOf(email, address)], true);

export const authHandlers: Handlers<'signIn' | 'signOut'> = {
  async signIn({ body, request, note }, services) {
    const { db, config } = services;
    const known = await isKnownAddress(db, keyOf(body.email), request.ip);
    const ofAccount = known ? knownSignInsOf(body.email, request.ip) : signInsOf(body.email);
    const ofAddress = `sign-in address ${request.ip}`;
    await countTry(db, [
      { key: ofAccount, free: FREE.account },
      { key: ofAddress, free: FREE.address },
    ]);
    const account = await accountByEmail(db, body.email);
    const fits = await passwordFits(body.password, account?.password_hash, config);
    // 400, not 401: that code would tell the portal that a session is over.
    if (!account || !fits) throw new Refusal(400, 'server.wrongCredentials', { about: account?.id });
    await forgive(db, [ofAccount], true);
    await forgive(db, [ofAddress]);
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

  async signOut({ account }, services) {
    await transact(services, async (trx, tell) => {
      await endSession(trx, account.sessionId, account.id);
      tell(sessionsTold(account.id, 'delete'));
    });
    return { message: 'server.signedOut', data: null };
  },
};
