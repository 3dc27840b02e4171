// npm run <name>: runs a command of the app or of a plug-in. scripts/run.mjs passes on names that no file has.
import { CommandError } from '../server/base/operatorErrors.ts';
import { runInApp } from './command.ts';

const [name = '', ...args] = process.argv.slice(2);
await runInApp(async (context, words) => {
  const load = context.app.commands?.[name];
  if (!load)
    throw new CommandError(
      `There is no command "${name}". If a plug-in has it, add the plug-in to plugins in server/app.ts.`,
    );
  const { default: command } = await load();
  return command(context, words);
}, args);
