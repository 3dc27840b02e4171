// npm run dev: the server, started anew on each change, and Vite's development server in front of it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'vite';
import { appFile, frameFile, frameFolder } from '../build/files.ts';
import { appFolder } from '../server/base/appFolder.ts';

// Folders, since a resource that is new is no file that was read before.
const WATCHED = [appFile('server'), appFile('src'), frameFolder].filter((folder) => existsSync(folder));
const server = spawn(
  process.execPath,
  [...WATCHED.map((folder) => `--watch-path=${folder}`), '--watch-preserve-output', frameFile('commands/serve.ts')],
  { cwd: appFolder, stdio: 'inherit' },
);
const vite = await createServer({ root: appFolder });
await vite.listen();
console.log('The portal, fresh with every change:');
vite.printUrls();

async function stop() {
  server.kill('SIGTERM');
  await vite.close();
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
