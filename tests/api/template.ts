import '../../server/app.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../frame/server/store/open.ts';
import { freshDatabase } from './database.ts';

/**
 * Brings one database to today's schema before the first test: the servers of the tests begin with copies of it. Nobody
 * has it open; TEST_TEMPLATE names it: a folder (SQLite), or a database on the server of TEST_DATABASE_URL.
 */
export default async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-template-'));
  const { url, drop } = await freshDatabase();
  const store = await openStore({ dataDir, ...(url && { databaseUrl: url }) });
  await store.close();
  process.env.TEST_TEMPLATE = url ? new URL(url).pathname.slice(1) : dataDir;
  return async () => {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
