import { copyDatabase } from 'portal-frame/testing/helpers';

export { createTestDatabase } from 'portal-frame/testing/helpers';

/** A database with the portal's tables already. */
export const readyDatabase = (dataDir: string) => copyDatabase(dataDir, process.env.TEST_TEMPLATE);
