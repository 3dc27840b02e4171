import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import type { Handlers } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import { type Texts, translateServer } from '../http/texts.ts';
import type { Services } from '../services.ts';
import { accountByEmail, accountById, keyOf } from '../store/accounts.ts';
import { countTry } from '../store/attempts.ts';
import { hashPassword } from '../store/passwords.ts';
import { changePassword } from '../store/profiles.ts';
import { saveResetCode, spendReset, tryResetCode, verifiedReset, verifyResetCode } from '../store/resets.ts';
import type { AccountRow } from '../store/schema.ts';
import { forgiveSignIns } from './auth.ts';

/** A code is good for this long, and once verified for as long again. */
const LIFETIME = 10 * 60_000;

/** A code as it is kept: without TOKEN_SECRET the million codes cannot be tried out on it. */
function hashOf({ config }: Pick<Services, 'config'>, id: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.tokenSecret, '', 'reset codes', 32));
  return createHmac('sha256', key).update(`${id} ${code}`).digest('hex');
}

/** A code travels as a number (spec 5), so it does not begin with a zero. */
const newCode = () => String(randomInt(100_000, 1_000_000));

async function mailCode(services: Services, account: AccountRow, { translate }: Texts): Promise<void> {
  const code = newCode();
  await saveResetCode(services.db, account.id, LIFETIME, (id) => hashOf(services, id, code));
  await services.mailer.send({
    to: account.email,
    subject: translate('mail.otpSubject', { app: translate('app.name') }),
    text: translate('mail.otpText', { name: account.full_name, code }),
  });
}

const limits = (what: string, address: string, email: string, role: string) => [
  { key: `${what} from ${address}`, free: 40 },
  { key: `${what} for ${role} ${keyOf(email)}`, free: 5 },
];

/** Forgot password in three steps: a code by e-mail, its proof, a new password (spec 4). */
export const resetHandlers: Handlers<'forgotPassword' | 'verifyOtp' | 'resetPassword'> = {
  /** What depends on the account happens behind the reply's back: neither words nor time tell whether it exists. */
  async forgotPassword({ body: { email, role }, request }, services) {
    await countTry(services.db, limits('reset code', request.ip, email, role));
    const send = async () => {
      const account = await accountByEmail(services.db, email);
      if (account?.role !== role || !account.is_active) return;
      await mailCode(services, account, translateServer(request.headers['accept-language']));
    };
    setImmediate(() => {
      send().catch((error: unknown) => request.log.error({ err: error }, 'a one-time code could not be sent'));
    });
    return { message: 'reset.sent', data: null };
  },

  async verifyOtp({ body: { email, otp, role }, request }, services) {
    const wrong = () => Refusal.at('otp', 400, 'errors.invalidOtp');
    await countTry(services.db, [{ key: `one-time code from ${request.ip}`, free: 100 }]);
    const row = await tryResetCode(services.db, keyOf(email), role);
    if (!row) throw wrong();
    const given = Buffer.from(hashOf(services, row.id, String(otp)));
    if (!timingSafeEqual(given, Buffer.from(row.code_hash))) throw wrong();
    if (!(await verifyResetCode(services.db, row.id))) throw wrong();
    return { data: { userId: row.id } };
  },

  async resetPassword({ body: { userId, newPassword, role }, request }, services) {
    const { db, config } = services;
    const over = () => new Refusal(400, 'server.restartReset');
    await countTry(db, [{ key: `reset from ${request.ip}`, free: 40 }]);
    const reset = await verifiedReset(db, userId, role, LIFETIME);
    const account = reset && (await accountById(db, reset.account_id));
    if (!account) throw over();
    const passwordHash = await hashPassword(newPassword, config);
    await db.transaction().execute(async (trx) => {
      if (!(await spendReset(trx, reset.id))) throw over();
      await changePassword(trx, account.id, passwordHash);
    });
    await forgiveSignIns(db, account.email, request.ip);
    return { message: 'reset.done', data: null };
  },
};
