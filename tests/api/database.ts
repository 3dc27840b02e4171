import { copyDatabase } from '../../frame/tests/api/database.ts';

export { createTestDatabase } from '../../frame/tests/api/database.ts';

/** A database with the portal's tables already. */
export const readyDatabase = (dataDir: string) => copyDatabase(dataDir, process.env.TEST_TEMPLATE);
