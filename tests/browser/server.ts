import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Starts the server of the checkout at `directory` in a process of its own, and waits until it is ready. */
export async function spawnServer(env: Record<string, string>, directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: directory,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      TIME_ZONE: 'America/New_York',
      MAX_DELAY_MS: '60000',
      ...env,
    },
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said.push(String(chunk));
      if (said.join('').includes('The portal is ready')) resolve();
    });
    child.on('exit', () => reject(new Error(`The server did not start: ${said.join('')}`)));
  });
  return child;
}

/** Ends a server; done when its process is. */
export async function endServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
