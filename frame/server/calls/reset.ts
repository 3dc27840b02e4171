import { timingSafeEqual } from 'node:crypto';
import { accountById, keyOf } from '../accounts/accountRows.ts';
import { countTry } from '../accounts/attemptLimits.ts';
import { spendReset, tryResetCode, verifiedReset, verifyResetCode } from '../accounts/passwordResets.ts';
import { newPasswordHash } from '../accounts/passwordRule.ts';
import { changePassword } from '../accounts/profileRows.ts';
import { Refusal } from '../base/refusal.ts';
import { sessionsEvent } from '../live/events.ts';
import { addToOutbox } from '../outbox/outboxRows.ts';
import { CODE_LIFETIME, type CodePayload, codeHash, networkKey } from '../outbox/resetCode.ts';
import { notifyByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import { countCode, forgiveSignIns, limitsOfNetwork } from './guessing.ts';
import type { Handlers } from './handler.ts';

/** Forgot password in three steps: a code by e-mail, its proof, a new password (spec 4). */
export const resetHandlers: Handlers<'forgotPassword' | 'verifyOtp' | 'resetPassword'> = {
  /** What depends on the account happens in the outbox: neither words nor time tell whether it exists. */
  async forgotPassword({ body: { email, role }, request }, services) {
    const long = await countCode(services.db, email, role, request);
    const language = request.headers['accept-language']?.slice(0, 100);
    const asked: CodePayload = { email, role, language, long, network: networkKey(services, request.ip) };
    await addToOutbox(services.db, 'code', [asked], CODE_LIFETIME);
    services.outbox.wake();
    return { message: 'reset.sent', data: null };
  },

  async verifyOtp({ body: { email, otp, role }, request }, services) {
    const wrong = () => Refusal.at('otp', 400, 'errors.invalidOtp');
    await countTry(services.db, limitsOfNetwork('one-time code', request, 100));
    const row = await tryResetCode(services.db, keyOf(email), role, networkKey(services, request.ip));
    if (!row) throw wrong();
    const given = Buffer.from(codeHash(services, row.id, String(otp)));
    if (!timingSafeEqual(given, Buffer.from(row.code_hash))) throw wrong();
    if (!(await verifyResetCode(services.db, row.id))) throw wrong();
    return { data: { userId: row.id } };
  },

  async resetPassword({ body: { userId, newPassword, role }, request, note }, services) {
    const { db, config } = services;
    const over = () => new Refusal(400, 'server.restartReset');
    await countTry(db, limitsOfNetwork('reset', request, 40));
    const reset = await verifiedReset(db, userId, role, CODE_LIFETIME);
    const account = reset && (await accountById(db, reset.account_id));
    if (!account) throw over();
    const passwordHash = await newPasswordHash(newPassword, account, config, 'newPassword');
    await transact(services, async (trx, publish) => {
      if (!(await spendReset(trx, reset.id))) throw over();
      await changePassword(trx, account.id, passwordHash);
      await notifyByMail(trx, services, request, account, 'passwordReset');
      publish(sessionsEvent(account.id, 'delete'));
      await note(trx, { accountId: account.id, recordId: account.id, fields: ['newPassword'] });
    });
    await forgiveSignIns(db, account.email, request);
    return { message: 'reset.done', data: null };
  },
};
