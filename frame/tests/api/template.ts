import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../server/migrations/openStore.ts';
import { createTestDatabase } from './database.ts';

/**
 * Brings one database to the schema of the app that is declared, before the first test: the servers of the tests begin
 * with copies of it. Nobody has it open; the variable names it: a folder (SQLite), or a database on the server of
 * TEST_DATABASE_URL. Gives what takes it away.
 */
export async function makeTemplate(variable: string): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-template-'));
  const { url, drop } = await createTestDatabase();
  const store = await openStore({ dataDir, ...(url && { databaseUrl: url }) });
  await store.close();
  process.env[variable] = url ? new URL(url).pathname.slice(1) : dataDir;
  return async () => {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
