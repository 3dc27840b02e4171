import { createAccount } from './accounts/accountRows.ts';
import { createFirstPassword } from './accounts/passwordHash.ts';
import { EnvironmentError } from './base/operatorErrors.ts';
import { runIfEmpty } from './db/firstStart.ts';
import type { Services } from './services.ts';

const NO_ADMIN_PRIVATE = 'ADMIN_EMAIL must be set where DEMO is off and nobody is there yet.';
const NO_ADMIN_FIRST_START =
  'ADMIN_EMAIL must be set at the first start, as nobody can sign in yet: ADMIN_EMAIL=you@example.com npm start. The password is printed then.';
const NO_ADMIN_PUBLIC =
  'ADMIN_EMAIL must be set: nobody is there yet, and where HOST or PUBLIC_URL lets others in there is demo data, whose passwords are published, only with DEMO=on.';
const NO_MANAGER_ROLE = 'src/roles.ts: no role has manages: true, and nobody could ever sign in.';

/**
 * Creates the first admin (ADMIN_EMAIL) of an empty database without demo data.
 * Calls `print` with the e-mail address and the generated password before the transaction commits, so that a killed
 * start loses no password.
 * Throws an EnvironmentError if nobody could ever sign in.
 */
export async function createFirstAdmin(
  { config, store }: Pick<Services, 'config' | 'store'>,
  print: (email: string, password: string) => void,
): Promise<void> {
  await runIfEmpty(store, async (db) => {
    const email = config.adminEmail;
    const withDemo = config.isPublic ? NO_ADMIN_PUBLIC : NO_ADMIN_PRIVATE;
    if (!email) throw new EnvironmentError(store.app.demo ? withDemo : NO_ADMIN_FIRST_START);
    const [role] = store.app.roles.managers;
    if (!role) throw new EnvironmentError(NO_MANAGER_ROLE);
    const { password, passwordHash } = await createFirstPassword(config);
    await createAccount(
      { db, app: store.app },
      { role, email, username: email, passwordHash, fullName: 'Administrator' },
    );
    print(email, password);
  });
}
