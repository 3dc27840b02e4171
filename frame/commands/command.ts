import { CommandError } from '../server/base/operatorErrors.ts';
import { type Config, readConfig } from '../server/config.ts';
import type { Command } from '../server/serverParts.ts';
import { describeStartError } from '../server/startError.ts';
import { loadApp } from './loadApp.ts';

/** Runs a command of the app and its plug-ins; errors that the user can fix print one line. */
export async function runInApp(command: Command, args: readonly string[]): Promise<void> {
  try {
    const app = await loadApp();
    let config: Config | undefined;
    const context = {
      app,
      get config() {
        config ??= readConfig(process.env, app);
        return config;
      },
    };
    console.log(await command(context, args));
  } catch (cause) {
    console.error(cause instanceof CommandError ? cause.message : (describeStartError(cause, process.env) ?? cause));
    process.exitCode = 1;
  }
}

/** Runs a command with the environment's config and the words that are no options. */
export const runCommand = (work: (config: Config, words: string[]) => Promise<string>) =>
  runInApp(
    ({ config }, args) =>
      work(
        config,
        args.filter((word) => !word.startsWith('--')),
      ),
    process.argv.slice(2),
  );
