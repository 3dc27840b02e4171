import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../server/store/open.ts';
import { freshDatabase } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database at today's schema that nobody has open: a folder (SQLite), or a name on the server of TEST_DATABASE_URL. */
    template: string;
  }
}

/** Brings one database to today's schema before the first test: the servers of the tests begin with copies of it. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-template-'));
  const { url, drop } = await freshDatabase();
  const store = await openStore({ dataDir, ...(url && { databaseUrl: url }) });
  await store.close();
  project.provide('template', url ? new URL(url).pathname.slice(1) : dataDir);
  return async () => {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
