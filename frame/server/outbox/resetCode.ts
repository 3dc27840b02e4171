import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { Role } from '../../wire/call.ts';
import { accountByEmail } from '../accounts/accountRows.ts';
import { saveResetCode } from '../accounts/passwordResets.ts';
import { networkOf } from '../base/network.ts';
import { translateServer } from '../base/texts.ts';
import type { Services } from '../services.ts';

/** What somebody asked for: a code for this address and role, whether there is such an account or not. */
export interface CodePayload {
  email: string;
  role: Role;
  /** The request's Accept-Language. */
  language: string | undefined;
  /** So many were asked for that somebody may be trying them out. */
  long?: boolean;
  /** Where it was asked from, as `networkKey` gives it. */
  network?: string;
}

/** Milliseconds a code is good for; once verified for as long again, and no longer does a request for one wait. */
export const CODE_LIFETIME = 10 * 60_000;

/** A code as it is kept: without TOKEN_SECRET the million codes cannot be tried out on it. */
export function codeHash({ config }: Pick<Services, 'config'>, id: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.tokenSecret, '', 'reset codes', 32));
  return createHmac('sha256', key).update(`${id} ${code}`).digest('hex');
}

/** A network as it is kept beside a code: nobody needs to read it there. */
export function networkKey({ config }: Pick<Services, 'config'>, address: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.tokenSecret, '', 'networks of codes', 32));
  return createHmac('sha256', key).update(networkOf(address)).digest('base64url');
}

/** A code travels as a number (spec 5), so it does not begin with a zero. */
const newCode = (digits: number) => String(randomInt(10 ** (digits - 1), 10 ** digits));

/**
 * Makes a code and mails it, where the account may have one. The code comes into being here, so that it never lies in
 * the outbox; each try makes a new one.
 */
export async function sendCode(
  { email, role, language, long, network = '' }: CodePayload,
  services: Services,
): Promise<void> {
  const account = await accountByEmail(services.db, email);
  if (account?.role !== role || !account.is_active) return;
  const code = newCode(long ? 10 : 6);
  await saveResetCode(services.db, account.id, network, CODE_LIFETIME, (id) => codeHash(services, id, code));
  const { translate } = translateServer(language);
  await services.mailer.send({
    to: account.email,
    subject: translate('mail.otpSubject', { app: translate('app.name') }),
    text: translate('mail.otpText', { name: account.full_name, code }),
  });
}
