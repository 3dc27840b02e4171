import type { Demo } from '../../frame/server/serverParts.ts';
import { refuseDemoAccounts } from './refuseDemoAccounts.ts';
import { ADMIN, DEMO_PASSWORD, EMPLOYEES, LABORATORIES } from './staff.ts';

const accounts = [ADMIN, EMPLOYEES[0], LABORATORIES[0]].map((one) => one?.email).join(', ');

/** The portal's demo data; what makes it is read where it is needed. */
export const demo: Demo = {
  async seed(services) {
    const { seedDemo } = await import('./seedDemo.ts');
    await seedDemo(services);
    const { seedCollections } = await import('./seedCollections.ts');
    return () => seedCollections(services);
  },
  loginHint: `${accounts}; password: ${DEMO_PASSWORD}`,
  rejectOpenAccounts: refuseDemoAccounts,
};
