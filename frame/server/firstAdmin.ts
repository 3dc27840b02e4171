import { MANAGERS } from '../wire/roles.ts';
import { createAccount } from './accounts/accountRows.ts';
import { createFirstPassword } from './accounts/passwordHash.ts';
import { EnvironmentError } from './base/environmentError.ts';
import { runIfEmpty } from './db/firstStart.ts';
import { serverParts } from './parts.ts';
import type { Services } from './services.ts';

const NO_ADMIN_PRIVATE = 'ADMIN_EMAIL must be set where DEMO is off and nobody is there yet.';
const NO_ADMIN_FIRST_START =
  'ADMIN_EMAIL must be set at the first start, as nobody can sign in yet: ADMIN_EMAIL=you@example.com npm start. The password is printed then.';
const NO_ADMIN_PUBLIC =
  'ADMIN_EMAIL must be set: nobody is there yet, and where HOST or PUBLIC_URL lets others in there is demo data, whose passwords are published, only with DEMO=on.';
const NO_MANAGER_ROLE = 'src/roles.ts: no role has manages: true, and nobody could ever sign in.';

/**
 * Makes the one admin that a portal without demo data begins with (ADMIN_EMAIL), where nobody is there yet. `print` is
 * given the address and the password, which is kept nowhere and counts for a day, before the admin is there: a start that is killed in
 * between makes another one, and no password is lost. Throws a ConfigError where nobody could ever sign in.
 */
export async function createFirstAdmin(
  { config, store }: Pick<Services, 'config' | 'store'>,
  print: (email: string, password: string) => void,
): Promise<void> {
  await runIfEmpty(store, async (db) => {
    const email = config.adminEmail;
    const withDemo = config.isPublic ? NO_ADMIN_PUBLIC : NO_ADMIN_PRIVATE;
    if (!email) throw new EnvironmentError(serverParts().demo ? withDemo : NO_ADMIN_FIRST_START);
    const [role] = MANAGERS;
    if (!role) throw new EnvironmentError(NO_MANAGER_ROLE);
    const { password, passwordHash } = await createFirstPassword(config);
    await createAccount(db, { role, email, username: email, passwordHash, fullName: 'Administrator' });
    print(email, password);
  });
}
