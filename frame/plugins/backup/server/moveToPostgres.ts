import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from 'portal-frame/server';
import { acquireServerLock, CommandError, findAppliedMigrations, openStore } from 'portal-frame/server/storage';
import { loadSnapshot, requireListedOwners } from './loadSnapshot.ts';
import { withSnapshot } from './snapshot.ts';

/** Copies SQLite to PostgreSQL; returns rows per table. Throws a CommandError if the target has rows, unless `force`. */
export async function moveToPostgres(
  { app, dataDir }: Pick<Config, 'app' | 'dataDir'>,
  databaseUrl: string,
  { force = false } = {},
) {
  const file = join(dataDir, 'portal.sqlite');
  if (!existsSync(file)) throw new CommandError(`There is no ${file} to move.`);
  const free = acquireServerLock(dataDir);
  if (!free) throw new CommandError(`A server runs on ${dataDir}. Stop it first.`);
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
