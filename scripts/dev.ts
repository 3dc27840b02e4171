// npm run dev: the server, started anew on each change, and Vite's development server in front of it.
import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { root } from './lib/root.ts';

// Folders, since a resource that is new is no file that was read before.
const WATCHED = ['server', 'src/resources', 'src/wire', 'src/i18n', 'frame'];
const server = spawn(
  process.execPath,
  [...WATCHED.map((folder) => `--watch-path=${folder}`), '--watch-preserve-output', 'server/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
const vite = await createServer({ root });
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
