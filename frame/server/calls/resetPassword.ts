import { findAccountById, normalizeKey } from '../accounts/accountRows.ts';
import { countAttempt } from '../accounts/countAttempts.ts';
import { verifyPassword } from '../accounts/passwordHash.ts';
import {
  consumeReset,
  countResetAttempt,
  findVerifiedReset,
  markResetCodeVerified,
} from '../accounts/passwordResets.ts';
import { hashNewPassword } from '../accounts/passwordRule.ts';
import { updatePassword } from '../accounts/profileRows.ts';
import { HttpError } from '../base/httpError.ts';
import { isSameSecret } from '../base/secrets.ts';
import { createSessionsEvent } from '../live/accountEvents.ts';
import { addToOutbox } from '../outbox/outboxRows.ts';
import { CODE_LIFETIME_MS, type CodePayload, hashNetwork, hashResetCode } from '../outbox/resetCodeMail.ts';
import { notifyByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';
import { countCodeRequest, createNetworkLimits, resetSignInLimits } from './signInLimits.ts';

export const resetHandlers = {
  /** The outbox looks up the account: neither reply nor response time reveals if it exists. */
  async forgotPassword({ body: { email, role }, request }, services) {
    const long = await countCodeRequest(services.db, email, role, request);
    const language = request.headers['accept-language']?.slice(0, 100);
    const asked: CodePayload = { email, role, language, long, network: hashNetwork(services, request.ip) };
    await addToOutbox(services.db, 'code', [asked], CODE_LIFETIME_MS);
    services.outbox.wake();
    return { message: 'reset.sent', data: null };
  },

  async verifyOtp({ body: { email, otp, role }, request }, services) {
    const wrong = () => HttpError.forField('otp', 400, 'errors.invalidOtp');
    await countAttempt(services.db, createNetworkLimits('one-time code', request, 100));
    const row = await countResetAttempt(services.db, normalizeKey(email), role, hashNetwork(services, request.ip));
    if (!row) throw wrong();
    if (!isSameSecret(hashResetCode(services, row.id, String(otp)), row.code_hash)) throw wrong();
    if (!(await markResetCodeVerified(services.db, row.id))) throw wrong();
    return { data: { userId: row.id } };
  },

  async resetPassword({ body: { userId, newPassword, role }, request, note }, services) {
    const { db, config } = services;
    const over = () => new HttpError(400, 'server.restartReset');
    await countAttempt(db, createNetworkLimits('reset', request, 40));
    const reset = await findVerifiedReset(db, userId, role, CODE_LIFETIME_MS);
    const account = reset && (await findAccountById(db, reset.account_id));
    if (!account) throw over();
    // The reply of the reset may have been lost.
    if (reset.used_at !== null)
      throw (await verifyPassword(newPassword, account.password_hash, config))
        ? new HttpError(400, 'server.resetDone')
        : over();
    const passwordHash = await hashNewPassword(newPassword, account, config, 'newPassword');
    await transact(services, async (trx, publish) => {
      if (!(await consumeReset(trx, reset.id))) throw over();
      await updatePassword({ db: trx, app: services.app }, account.id, passwordHash);
      await notifyByMail(trx, services, request, account, 'passwordReset');
      publish(createSessionsEvent(account.id, 'delete'));
      await note(trx, { accountId: account.id, recordId: account.id, fields: ['newPassword'] });
    });
    await resetSignInLimits(db, account.email, request);
    return { message: 'reset.done', data: null };
  },
} satisfies SomeFrameHandlers;
