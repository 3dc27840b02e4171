import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { acquireServerLock } from '../db/serverLock.ts';
import { findAppliedMigrations } from '../migrations/appliedMigrations.ts';
import { openStore } from '../migrations/openStore.ts';
import { BackupError, loadSnapshot, requireListedOwners } from './loadSnapshot.ts';
import { withSnapshot } from './snapshot.ts';

/** Copies SQLite to PostgreSQL; returns rows per table. Throws a BackupError if the target has rows, unless `force`. */
export async function moveToPostgres(
  { app, dataDir }: Pick<Config, 'app' | 'dataDir'>,
  databaseUrl: string,
  { force = false } = {},
) {
  const file = join(dataDir, 'portal.sqlite');
  if (!existsSync(file)) throw new BackupError(`There is no ${file} to move.`);
  const free = acquireServerLock(dataDir);
  if (!free) throw new BackupError(`A server runs on ${dataDir}. Stop it first.`);
  const source = await openStore({ app, dataDir });
  try {
    requireListedOwners(source, await findAppliedMigrations(source));
    const target = await openStore({ app, dataDir, databaseUrl });
    try {
      return await withSnapshot(source, (rows) => loadSnapshot(target, rows, { force }));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
    free();
  }
}
