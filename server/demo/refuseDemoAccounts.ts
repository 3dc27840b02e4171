import { findAccountByEmail } from '../../frame/server/accounts/accountRows.ts';
import { verifyPassword } from '../../frame/server/accounts/passwordHash.ts';
import { EnvironmentError } from '../../frame/server/base/environmentError.ts';
import type { Config } from '../../frame/server/config.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { ADMIN, DEMO_PASSWORD, EMPLOYEES, LABORATORIES } from './staff.ts';

/** Throws a ConfigError where an account of the demo data still opens with the password that is published. */
export async function refuseDemoAccounts(db: Db, config: Config): Promise<void> {
  for (const { email } of [ADMIN, ...EMPLOYEES, ...LABORATORIES]) {
    const account = await findAccountByEmail(db, email);
    if (account?.is_active && (await verifyPassword(DEMO_PASSWORD, account.password_hash, config)))
      throw new EnvironmentError(
        `${email} is a demo account whose password is published, and HOST or PUBLIC_URL lets others in. Start with an empty DATA_DIR or database, or with DEMO=on to keep it so.`,
      );
  }
}
