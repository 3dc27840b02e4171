import { lchown, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from 'portal-frame/server';
import {
  type AppliedMigrations,
  acquireServerLock,
  CommandError,
  copyChecked,
  createFileStore,
  findAppliedMigrations,
  findUnknownMigration,
  getCoveredMigrations,
  getTakenOver,
  listMigrationOwners,
  loadFormerMigrations,
  migrate,
  openDatabase,
  type Store,
} from 'portal-frame/server/storage';
import { type Backup, type BackupFile, getFilePath, readBackup } from './createBackup.ts';
import { loadSnapshot, requireListedOwners } from './loadSnapshot.ts';

/**
 * Restores a backup into the database and data directory of `config`. No server may run on them. Verifies every
 * checksum before it writes; all rows come in one transaction. Throws a CommandError if the target is not empty, unless
 * `force` is on: then its data is deleted.
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  { force = false } = {},
): Promise<Backup['manifest']> {
  const backup = await readBackup(folder);
  const { storage, discard } = createFileStore(config);
  const there: string[] = [];
  for await (const { path } of storage.list()) there.push(path);
  if (there.length > 0 && !force)
    throw new CommandError(`${storage.name} is not empty: there are ${there.length} files. --force deletes them.`);
  const free = config.databaseUrl ? () => {} : acquireServerLock(config.dataDir);
  if (!free) throw new CommandError(`A server runs on ${config.dataDir}. Stop it first.`);
  const store = openDatabase(config);
  try {
    await migrateToBackup(store, backup.migrations);
    await restoreFiles(config, folder, backup.files);
    await loadSnapshot(store, backup, { force });
    await migrate(store);
  } finally {
    await store.close();
    free();
  }
  const kept = new Set(backup.files.map(({ path }) => path));
  await discard(there.filter((path) => !kept.has(path)));
  await chownToDataDirOwner(config.dataDir);
  return backup.manifest;
}

/** Gives files that root restored to the owner of the data directory, the server's user. */
async function chownToDataDirOwner(dataDir: string): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const name of await readdir(dataDir, { recursive: true })) await lchown(join(dataDir, name), uid, gid);
}

/** Migrates the database to the schema of the backup; `migrate` continues after the rows are loaded. */
async function migrateToBackup(store: Store, backedUp: AppliedMigrations): Promise<void> {
  requireListedOwners(store, backedUp);
  const former = await loadFormerMigrations(store);
  const owners = [{ name: 'former', migrations: former }, ...listMigrationOwners(store)];
  const unknown = findUnknownMigration(owners, backedUp);
  if (unknown) throw new CommandError(`The backup was made by a newer version (${unknown}): restore it with that one.`);
  const covered = getCoveredMigrations(store);
  // The whole former list makes the tables of the migrations that it covers.
  const isWhole = Object.keys(former).length === backedUp.former?.length;
  const made = isWhole ? covered : backedUp;
  // Migrations of plug-ins cannot run within the former list.
  const required: AppliedMigrations = made.former ? made : { ...getTakenOver(store), ...made };
  const applied = await findAppliedMigrations(store);
  const found = applied.former && !required.former ? covered : applied;
  const newer = Object.entries(found).flatMap(([owner, names]) =>
    names.filter((one) => !required[owner]?.includes(one)),
  );
  if (newer[0])
    throw new CommandError(`The database is newer than the backup (${newer[0]}): restore it into a new one.`);
  await migrate(store, required);
}

/** Restores the uploads and verifies each copy. */
async function restoreFiles(config: Config, folder: string, files: readonly BackupFile[]): Promise<void> {
  const store = createFileStore(config);
  for (const { path, sha256 } of files) {
    const incoming = join(store.incoming, path);
    if ((await copyChecked(getFilePath(folder, path), incoming)) !== sha256) {
      await rm(incoming, { force: true });
      throw new CommandError(`${path} could not be copied as it was.`);
    }
    await store.moveToStorage(path);
  }
}
