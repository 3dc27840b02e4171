import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canInstallPackages, findProgram, installPackages, run } from '../build/run.ts';
import { findFreePort } from './serverProcess.ts';

type Owner = { uid: number; gid: number } | undefined;
type Settings = Record<string, string | number>;

export interface Postgres {
  url: string;
  stop(): void;
}

/** Debian installs these programs outside of PATH. */
function findPrograms(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted((a, b) => getVersion(a) - getVersion(b));
  const initdb = debian.at(-1) ?? findProgram('initdb');
  return initdb && dirname(initdb);
}
const getVersion = (path: string) => Number(path.split('/').at(-3));

/** PostgreSQL does not run as root. */
async function findUnprivilegedUser(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, user], { quiet: true })));
    if (uid?.code === 0 && gid?.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new Error('there is no user but root to run it as');
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const { Client } = (await import('pg')).default;
  for (let tries = 0; tries < 100 && server.exitCode === null; tries++) {
    const client = new Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('it did not start');
}

/**
 * Uses TEST_DATABASE_URL, or starts a temporary PostgreSQL, installing Debian's package if possible.
 * Throws an Error with the reason.
 */
export async function startPostgres(): Promise<Postgres> {
  const { TEST_DATABASE_URL } = process.env;
  return TEST_DATABASE_URL ? { url: TEST_DATABASE_URL, stop: () => {} } : startOwnPostgres();
}

type Prepare = (data: string, user: Owner) => Settings;

/** Starts a temporary PostgreSQL. `prepare` receives the data folder and its owner, and returns settings. */
export const startOwnPostgres = (prepare?: Prepare): Promise<Postgres> =>
  startCluster(
    (data) => ['initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']],
    prepare,
  );

/** Starts a hot standby that replicates a PostgreSQL. */
export const startReplica = ({ url }: Pick<Postgres, 'url'>): Promise<Postgres> =>
  startCluster((data) => ['pg_basebackup', ['-d', url, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']]);

/** Fills a data folder by the program that `create` names, and starts a server on it. */
async function startCluster(
  create: (data: string) => readonly [program: string, args: string[]],
  prepare: Prepare = () => ({}),
): Promise<Postgres> {
  if (!findPrograms() && canInstallPackages()) {
    console.log('No PostgreSQL here yet; installing Debian’s package ...');
    const failure = await installPackages('postgresql');
    if (failure) throw new Error(failure);
  }
  const programs = findPrograms();
  if (!programs) throw new Error('its programs are not installed');

  const user = await findUnprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const begin = (program: string, args: string[]) =>
    spawn(join(programs, program), args, { cwd: folder, stdio: 'ignore', ...user });
  let server: ChildProcess | undefined;
  const stop = () => {
    // Immediate shutdown: no data is kept.
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  process.once('exit', stop);
  try {
    const data = join(folder, 'data');
    const [program, args] = create(data);
    const [code] = await once(begin(program, args), 'exit');
    if (code !== 0) throw new Error(`${program} ended with ${code}`);
    const port = await findFreePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      // TMPDIR may exceed the length of socket names.
      unix_socket_directories: '',
      max_connections: 200,
      fsync: 'off',
      full_page_writes: 'off',
      ...prepare(data, user),
    };
    server = begin('postgres', ['-D', data, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)]);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await waitUntilReady(url, server);
    return { url, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
