// npm run backup: runs `backup` of the plug-in that has it. scripts/run.mjs passes the name on, if no file has it.
import { CommandError } from '../server/base/operatorErrors.ts';
import { runCommand } from './command.ts';

await runCommand(async (config, [name = '']) => {
  const load = config.app.commands?.[name];
  if (!load)
    throw new CommandError(
      `There is no command "${name}". If a plug-in has it, add the plug-in to plugins in server/app.ts.`,
    );
  const { default: run } = await load();
  return run(config, process.argv.slice(3));
});
