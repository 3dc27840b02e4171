import { randomInt } from 'node:crypto';
import type { Role } from '../../wire/roles.ts';
import { findAccountByEmail } from '../accounts/accountRows.ts';
import { saveResetCode } from '../accounts/passwordResets.ts';
import { getNetwork } from '../base/network.ts';
import { deriveKey, signText } from '../base/secrets.ts';
import { getServerTexts } from '../base/serverTexts.ts';
import type { Services } from '../services.ts';

/** A requested code; the account may not exist. */
export interface CodePayload {
  email: string;
  role: Role;
  language: string | undefined;
  /** Longer code, because many requests suggest guessing. */
  long?: boolean;
  /** Requesting network, hashed by `hashNetwork`. */
  network?: string;
}

/** Lifetime of a code, and again after its verification. */
export const CODE_LIFETIME_MS = 10 * 60_000;

/** Hashes a code with TOKEN_SECRET, because a plain hash of a million codes can be reversed. */
export const hashResetCode = ({ config }: Pick<Services, 'config'>, id: string, code: string): string =>
  signText(deriveKey(config, 'reset codes'), `${id} ${code}`, 'hex');

/** Hashes a network, because nobody needs to read it. */
export const hashNetwork = ({ config }: Pick<Services, 'config'>, address: string): string =>
  signText(deriveKey(config, 'networks of codes'), getNetwork(address));

/** The API sends codes as numbers (spec 5), so they do not begin with zero. */
const generateCode = (digits: number) => String(randomInt(10 ** (digits - 1), 10 ** digits));

/**
 * Creates a code and mails it, if the account may have one. Created here so that no code lies in the outbox; each
 * attempt creates a new one.
 */
export async function sendResetCode(
  { email, role, language, long, network = '' }: CodePayload,
  services: Services,
): Promise<void> {
  const account = await findAccountByEmail(services.db, email);
  if (account?.role !== role || !account.is_active || !services.app.roles.hasSignIn(role)) return;
  const code = generateCode(long ? 10 : 6);
  await saveResetCode(services.db, account.id, network, CODE_LIFETIME_MS, (id) => hashResetCode(services, id, code));
  const { translate } = getServerTexts(language);
  await services.mailer.send({
    to: account.email,
    subject: translate('mail.otpSubject', { app: translate('app.name') }),
    text: translate('mail.otpText', { name: account.full_name, code }),
  });
}
