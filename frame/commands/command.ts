import './declareApp.ts';
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { type Config, readConfig } from '../server/config.ts';
import { describeStartError } from '../server/startError.ts';

/** Runs a command with the environment's config; errors that the user can fix print one line. */
export async function runCommand(work: (config: Config, words: string[], force: boolean) => Promise<string>) {
  const words = process.argv.slice(2);
  try {
    const names = words.filter((word) => !word.startsWith('--'));
    console.log(await work(readConfig(process.env), names, words.includes('--force')));
  } catch (cause) {
    console.error(cause instanceof BackupError ? cause.message : (describeStartError(cause, process.env) ?? cause));
    process.exitCode = 1;
  }
}
