import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../server/migrations/openStore.ts';
import type { ServerParts } from '../../server/parts.ts';
import { createTestDatabase } from './database.ts';

/**
 * Migrates a template database before the first test. Test servers start with copies of it. The environment variable
 * names it: a folder (SQLite), or a database on the server of TEST_DATABASE_URL.
 */
export async function makeTemplate(variable: string, app: ServerParts): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-template-'));
  const { url, drop } = await createTestDatabase();
  const store = await openStore({ app, dataDir, ...(url && { databaseUrl: url }) });
  await store.close();
  process.env[variable] = url ? new URL(url).pathname.slice(1) : dataDir;
  return async () => {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
