import { lchown, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { migrationsOf, openDatabase, type Store } from '../db/openDatabase.ts';
import { lockForServer } from '../db/serverLock.ts';
import { createFileStore } from '../files/store.ts';
import { migrations } from '../migrations/migrationList.ts';
import { migrate } from '../migrations/openStore.ts';
import { type Backup, type BackupFile, fileIn, readBackup } from './backup.ts';
import { copy } from './disk.ts';
import { BackupError, load } from './load.ts';

/**
 * Restores a backup into the database and the data directory of `config`; no server may run on them. Nothing is
 * written before every checksum was compared, and the rows come all at once. Throws a BackupError where the target
 * holds anything and `force` is off; with it what was there is gone.
 */
export async function restore(config: Config, folder: string, force = false): Promise<Backup['manifest']> {
  const backup = await readBackup(folder);
  const { place, discard } = createFileStore(config);
  const there: string[] = [];
  for await (const { path } of place.all()) there.push(path);
  if (there.length > 0 && !force)
    throw new BackupError(`${place.name} is not empty: there are ${there.length} files. --force deletes them.`);
  const free = config.databaseUrl ? () => {} : lockForServer(config.dataDir);
  if (!free) throw new BackupError(`A server runs on ${config.dataDir}. Stop it first.`);
  const store = openDatabase(config);
  try {
    await prepare(store, backup.migrations);
    await copyFiles(config, folder, backup.files);
    await load(store, backup, force);
    await migrate(store);
  } finally {
    await store.close();
    free();
  }
  const kept = new Set(backup.files.map(({ path }) => path));
  await discard(there.filter((path) => !kept.has(path)));
  await giveToOwner(config.dataDir);
  return backup.manifest;
}

/** Gives what root restored to the owner of the data directory, whom the server runs as. */
async function giveToOwner(dataDir: string): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const name of await readdir(dataDir, { recursive: true })) await lchown(join(dataDir, name), uid, gid);
}

/** Brings the database to the schema the backup was written with; it is updated once its rows are there. */
async function prepare(store: Store, required: readonly string[]): Promise<void> {
  const available = Object.keys(migrations(store.kind));
  const unknown = required.find((name) => !available.includes(name));
  if (unknown) throw new BackupError(`The backup was made by a newer version (${unknown}): restore it with that one.`);
  const newer = (await migrationsOf(store.db)).find((name) => !required.includes(name));
  if (newer) throw new BackupError(`The database is newer than the backup (${newer}): restore it into a new one.`);
  await migrate(store, required.at(-1));
}

/** Puts the uploads in their places; checks each again as it is written. */
async function copyFiles(config: Config, folder: string, files: readonly BackupFile[]): Promise<void> {
  const places = createFileStore(config);
  for (const { path, sha256 } of files) {
    const incoming = join(places.incoming, path);
    const written = await copy(fileIn(folder, path), incoming);
    if (written.sha256 !== sha256) {
      await rm(incoming, { force: true });
      throw new BackupError(`${path} could not be copied as it was.`);
    }
    await places.keep(path);
  }
}
