import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase, type Store } from '../server/db/openDatabase.ts';
import { describeStartError } from '../server/startError.ts';
import { loadApp } from './loadApp.ts';

/** Runs a command with the environment's config; errors that the user can fix print one line. */
export async function runCommand(work: (config: Config, words: string[], force: boolean) => Promise<string>) {
  const words = process.argv.slice(2);
  try {
    const names = words.filter((word) => !word.startsWith('--'));
    console.log(await work(readConfig(process.env, await loadApp()), names, words.includes('--force')));
  } catch (cause) {
    console.error(cause instanceof BackupError ? cause.message : (describeStartError(cause, process.env) ?? cause));
    process.exitCode = 1;
  }
}

/** Runs a command on the existing database as it is, without migrations. */
export const runOnDatabase = (
  purpose: string,
  work: (store: Store, config: Config, word?: string) => Promise<string>,
) =>
  runCommand(async (config, [word]) => {
    const file = join(config.dataDir, 'portal.sqlite');
    if (!config.databaseUrl && !existsSync(file)) throw new BackupError(`There is no ${file} to ${purpose}.`);
    const store = openDatabase(config);
    return work(store, config, word).finally(() => store.close());
  });
