import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { frameFile } from '../build/paths.ts';
import type { JobReply, JobRequest } from '../server/jobs/runJobForTest.ts';

const [MIN_PORT, MAX_PORT] = [12_000, 32_000];

/** Finds a free port of this machine. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(MIN_PORT, MAX_PORT);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return port;
    } catch {
      // Taken: try another port.
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
 * Starts the server of the app at `directory` in a process that ends with this one.
 * Throws an Error with its output if it does not start.
 */
export async function spawnServer(
  env: Record<string, string>,
  directory: string,
  heard: (text: string) => void = () => {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [getServeCommand(directory)], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said.push(String(chunk));
      heard(String(chunk));
      if (said.join('').includes('The portal is ready')) resolve();
    });
    child.on('exit', () => reject(new Error(`The server did not start: ${said.join('')}`)));
  });
  return child;
}

/** Runs a job of a server that `spawnServer` started, and returns its result. Throws an Error if it fails. */
export async function runJob(server: ChildProcess, name: string): Promise<unknown> {
  const replied = once(server, 'message');
  server.send({ runJob: name } satisfies JobRequest);
  const [reply] = (await replied) as [JobReply];
  if ('problem' in reply) throw new Error(reply.problem);
  return reply.result;
}

/** Stops a server and waits for its end. */
export async function stopServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
