import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { frameFile } from '../build/paths.ts';

const [MIN_PORT, MAX_PORT] = [12_000, 32_000];

/** A port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(MIN_PORT, MAX_PORT);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return port;
    } catch {
      // Somebody's: another one.
    } finally {
      server.close();
    }
  }
}

function getServeCommand(directory: string): string {
  const ours = frameFile('commands/serve.ts');
  const its = join(directory, 'node_modules', 'portal-frame', 'commands', basename(ours));
  return existsSync(its) ? its : ours;
}

/**
 * Starts the server of the app at `directory` in a process of its own, and waits until it is ready; `heard` is given
 * what it says. Throws an Error with that where it does not start. The server ends with this process.
 */
export async function spawnServer(
  env: Record<string, string>,
  directory: string,
  heard: (text: string) => void = () => {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [getServeCommand(directory)], {
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
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said.push(String(chunk));
      heard(String(chunk));
      if (said.join('').includes('The portal is ready')) resolve();
    });
    child.on('exit', () => reject(new Error(`The server did not start: ${said.join('')}`)));
  });
  return child;
}

/** Ends a server; done when its process is. */
export async function stopServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
