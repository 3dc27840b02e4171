import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { Role } from '../../wire/call.ts';
import { findAccountByEmail } from '../accounts/accountRows.ts';
import { saveResetCode } from '../accounts/passwordResets.ts';
import { getNetwork } from '../base/network.ts';
import { getServerTexts } from '../base/serverTexts.ts';
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
export const CODE_LIFETIME_MS = 10 * 60_000;

/** A code as it is kept: without TOKEN_SECRET the million codes cannot be tried out on it. */
export function hashResetCode({ config }: Pick<Services, 'config'>, id: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.tokenSecret, '', 'reset codes', 32));
  return createHmac('sha256', key).update(`${id} ${code}`).digest('hex');
}

/** A network as it is kept beside a code: nobody needs to read it there. */
export function hashNetwork({ config }: Pick<Services, 'config'>, address: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.tokenSecret, '', 'networks of codes', 32));
  return createHmac('sha256', key).update(getNetwork(address)).digest('base64url');
}

/** A code travels as a number (spec 5), so it does not begin with a zero. */
const generateCode = (digits: number) => String(randomInt(10 ** (digits - 1), 10 ** digits));

/**
 * Makes a code and mails it, where the account may have one. The code comes into being here, so that it never lies in
 * the outbox; each try makes a new one.
 */
export async function sendResetCode(
  { email, role, language, long, network = '' }: CodePayload,
  services: Services,
): Promise<void> {
  const account = await findAccountByEmail(services.db, email);
  if (account?.role !== role || !account.is_active) return;
  const code = generateCode(long ? 10 : 6);
  await saveResetCode(services.db, account.id, network, CODE_LIFETIME_MS, (id) => hashResetCode(services, id, code));
  const { translate } = getServerTexts(language);
  await services.mailer.send({
    to: account.email,
    subject: translate('mail.otpSubject', { app: translate('app.name') }),
    text: translate('mail.otpText', { name: account.full_name, code }),
  });
}
