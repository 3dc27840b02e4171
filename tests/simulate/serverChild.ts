// A server in a process of its own. The simulation sets its clock and runs its jobs (twoServers.ts).
import { setNow } from './clock.ts';

setNow(Number(process.env.SIMULATED_NOW));

// Portal modules read the clock, so they are loaded after it.
await import('../../src/roles.ts');
await import('../../server/app.ts');
const { openServer } = await import('./openServer.ts');
const { SIMULATED_DIR: dataDir = '', SIMULATED_URL: url } = process.env;
const opened = await openServer({ dataDir, url });
const address = await opened.app.listen({ port: 0, host: '127.0.0.1' });

const commands = {
  setClock: async (moment = 0) => setNow(moment),
  runJobs: () => opened.runJobs(),
  sendOutbox: () => opened.sendOutbox(),
};
export type Command = keyof typeof commands;

process.on('message', async ({ command, value }: { command: Command; value?: number }) => {
  const reason = await commands[command](value).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  process.send?.({ reason });
});
process.once('SIGTERM', async () => {
  await opened.close();
  process.exit(0);
});
process.send?.({ address });
