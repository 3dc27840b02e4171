import { CommandError } from '../server/base/operatorErrors.ts';
import { type Config, readConfig } from '../server/config.ts';
import { withExistingDatabase } from '../server/db/existingDatabase.ts';
import type { Store } from '../server/db/openDatabase.ts';
import { describeStartError } from '../server/startError.ts';
import { loadApp } from './loadApp.ts';

/** Runs a command with the environment's config; errors that the user can fix print one line. */
export async function runCommand(work: (config: Config, words: string[]) => Promise<string>) {
  try {
    const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
    console.log(await work(readConfig(process.env, await loadApp()), words));
  } catch (cause) {
    console.error(cause instanceof CommandError ? cause.message : (describeStartError(cause, process.env) ?? cause));
    process.exitCode = 1;
  }
}

/** Runs a command on the existing database as it is, without migrations. */
export const runOnDatabase = (
  purpose: string,
  work: (store: Store, config: Config, word?: string) => Promise<string>,
) => runCommand((config, [word]) => withExistingDatabase(config, purpose, (store) => work(store, config, word)));
