import { type Demo, EnvironmentError } from 'portal-frame/server';
import { findAccountByEmail, verifyPassword } from 'portal-frame/server/accounts';
import { ADMIN, DEMO_PASSWORD, EMPLOYEES, LABORATORIES } from './demoStaff.ts';

const emails = [ADMIN, EMPLOYEES[0], LABORATORIES[0]].map((one) => one?.email).join(', ');

/** The portal's demo data. The generators are loaded only if needed. */
export const demo: Demo = {
  async seed(services) {
    const { seedDemo } = await import('./seedDemo.ts');
    const { seedCollections } = await import('./seedCollections.ts');
    // In one transaction: another server that starts at the same time waits for all of it.
    return async () => {
      const seeded = await seedDemo(services, (db) => seedCollections(services, db));
      if (!seeded) return;
      for (const { afterDemo } of services.app.plugins ?? []) await afterDemo?.(services);
    };
  },
  loginHint: `${emails}; password: ${DEMO_PASSWORD}`,
  async rejectOpenAccounts(db, config) {
    for (const { email } of [ADMIN, ...EMPLOYEES, ...LABORATORIES]) {
      const account = await findAccountByEmail(db, email);
      if (account?.is_active && (await verifyPassword(DEMO_PASSWORD, account.password_hash, config)))
        throw new EnvironmentError(
          `${email} is a demo account whose password is published, and HOST or PUBLIC_URL lets others in. Start with an empty DATA_DIR or database, or with DEMO=on to keep it so.`,
        );
    }
  },
};
