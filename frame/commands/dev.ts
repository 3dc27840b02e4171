// npm run dev: restarts the server on each change, behind Vite's development server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'vite';
import { appFile, frameFile, frameFolder } from '../build/paths.ts';
import { appFolder } from '../server/base/appFolder.ts';

const WATCHED = [appFile('server', sep), appFile('src', sep), appFile('features', sep), frameFolder];
/** Changes within this time cause one restart. */
const BATCH_MS = 100;

const start = () => spawn(process.execPath, [frameFile('commands/serve.ts')], { cwd: appFolder, stdio: 'inherit' });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

let server = start();
let restarting: Promise<void> | undefined;
const restart = async () => {
  await pause(BATCH_MS);
  await end(server);
  restarting = undefined;
  server = start();
};

const vite = await createServer({ root: appFolder });
vite.watcher.on('all', (_event, file) => {
  if (WATCHED.some((folder) => file.startsWith(folder))) restarting ??= restart();
});
await vite.listen();
console.log('The portal, fresh with every change:');
vite.printUrls();

async function stop() {
  await restarting;
  await Promise.all([end(server), vite.close()]);
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
