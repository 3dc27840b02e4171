import { randomBytes } from 'node:crypto';
import { ConfigError } from './config.ts';
import type { Services } from './services.ts';
import { createAccount } from './store/accounts.ts';
import { whileEmpty } from './store/first.ts';
import { hashPassword } from './store/passwords.ts';

/**
 * Makes the one admin that a portal without demo data begins with (ADMIN_EMAIL), and gives the address and the
 * password to be printed: it is kept nowhere. Undefined where there are accounts already. Throws a ConfigError
 * where nobody could ever sign in.
 */
export async function firstAdmin({
  config,
  store,
}: Pick<Services, 'config' | 'store'>): Promise<{ email: string; password: string } | undefined> {
  return whileEmpty(store, async (db) => {
    const email = config.adminEmail;
    if (!email) throw new ConfigError('ADMIN_EMAIL must be set where DEMO is off and nobody is there yet.');
    const password = randomBytes(15).toString('base64url');
    const passwordHash = await hashPassword(password, config);
    await createAccount(db, { role: 'admin', email, username: email, passwordHash, fullName: 'Administrator' });
    return { email, password };
  });
}
