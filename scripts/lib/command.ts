import { BackupError } from '../../server/backup/load.ts';
import { type Config, ConfigError, readConfig } from '../../server/config.ts';

/** Runs a command on the data that the environment names; a fault that its user can mend ends in one line. */
export async function command(work: (config: Config, words: string[], force: boolean) => Promise<string>) {
  const words = process.argv.slice(2);
  try {
    const names = words.filter((word) => !word.startsWith('--'));
    console.log(await work(readConfig(process.env), names, words.includes('--force')));
  } catch (cause) {
    const told = cause instanceof ConfigError || cause instanceof BackupError;
    console.error(told ? cause.message : cause);
    process.exitCode = 1;
  }
}
