import { timingSafeEqual } from 'node:crypto';
import type { Handlers } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import { CODE_LIFETIME, type CodePayload, codeHash } from '../outbox/resetCode.ts';
import { tellByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import { newPasswordHash } from '../passwordRule.ts';
import { accountById, keyOf } from '../store/accounts.ts';
import { countTry } from '../store/attempts.ts';
import { addToOutbox } from '../store/outbox.ts';
import { changePassword } from '../store/profiles.ts';
import { spendReset, tryResetCode, verifiedReset, verifyResetCode } from '../store/resets.ts';
import { forgiveSignIns } from './auth.ts';
import { sessionsTold } from './told.ts';

const limits = (what: string, address: string, email: string, role: string) => [
  { key: `${what} from ${address}`, free: 40 },
  { key: `${what} for ${role} ${keyOf(email)}`, free: 5 },
];

/** Forgot password in three steps: a code by e-mail, its proof, a new password (spec 4). */
export const resetHandlers: Handlers<'forgotPassword' | 'verifyOtp' | 'resetPassword'> = {
  /** What depends on the account happens in the outbox: neither words nor time tell whether it exists. */
  async forgotPassword({ body: { email, role }, request }, services) {
    await countTry(services.db, limits('reset code', request.ip, email, role));
    const asked: CodePayload = { email, role, language: request.headers['accept-language']?.slice(0, 100) };
    await addToOutbox(services.db, 'code', [asked], CODE_LIFETIME);
    services.outbox.wake();
    return { message: 'reset.sent', data: null };
  },

  async verifyOtp({ body: { email, otp, role }, request }, services) {
    const wrong = () => Refusal.at('otp', 400, 'errors.invalidOtp');
    await countTry(services.db, [{ key: `one-time code from ${request.ip}`, free: 100 }]);
    const row = await tryResetCode(services.db, keyOf(email), role);
    if (!row) throw wrong();
    const given = Buffer.from(codeHash(services, row.id, String(otp)));
    if (!timingSafeEqual(given, Buffer.from(row.code_hash))) throw wrong();
    if (!(await verifyResetCode(services.db, row.id))) throw wrong();
    return { data: { userId: row.id } };
  },

  async resetPassword({ body: { userId, newPassword, role }, request, note }, services) {
    const { db, config } = services;
    const over = () => new Refusal(400, 'server.restartReset');
    await countTry(db, [{ key: `reset from ${request.ip}`, free: 40 }]);
    const reset = await verifiedReset(db, userId, role, CODE_LIFETIME);
    const account = reset && (await accountById(db, reset.account_id));
    if (!account) throw over();
    const passwordHash = await newPasswordHash(newPassword, account, config, 'newPassword');
    await transact(services, async (trx, tell) => {
      if (!(await spendReset(trx, reset.id))) throw over();
      await changePassword(trx, account.id, passwordHash);
      await tellByMail(trx, services, request, account, 'passwordReset');
      tell(sessionsTold(account.id, 'delete'));
      await note(trx, { accountId: account.id, recordId: account.id, fields: ['newPassword'] });
    });
    await forgiveSignIns(db, account.email, request.ip);
    return { message: 'reset.done', data: null };
  },
};
