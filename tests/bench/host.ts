import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { getCallPath } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { fromRoot } from '../../scripts/lib/root.ts';
import { calls } from '../../src/wire/index.ts';
import { type Person, TIME_ZONE } from './calls.ts';
import { LABORATORIES, PASSWORD } from './data.ts';
import type { Place } from './load.ts';
import { UNLIMITED } from './measure.ts';

export interface Host {
  origin: string;
  tokens: Record<Person, string>;
  startedIn: number;
  memory(): number;
  stop(): Promise<void>;
}

/** Starts `node server/main.ts` with an existing database and signs in. */
export async function startHost({ dataDir, databaseUrl }: Place): Promise<Host> {
  const start = performance.now();
  const child = spawn(process.execPath, [fromRoot('server', 'main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DEMO: 'off',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      TIME_ZONE,
      LOG_LEVEL: 'error',
      ...UNLIMITED,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await addressOf(child);
  await fetch(`${origin}${API_ROOT}/health`);
  const startedIn = performance.now() - start;
  const laboratories = Array.from({ length: LABORATORIES }, (_, at): Person => `laboratory${at + 1}`);
  const people: Person[] = ['admin', 'employee1', ...laboratories];
  const tokens = await Promise.all(people.map(async (person) => [person, await signIn(origin, person)]));
  return {
    origin,
    tokens: Object.fromEntries(tokens),
    startedIn,
    memory: () => Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).stdout.toString()) / 1024,
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

export async function addressOf(child: ChildProcess): Promise<string> {
  process.once('exit', () => child.kill());
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    const found = /http:\/\/[\w.:]+/.exec(said);
    if (!found) continue;
    return found[0];
  }
  throw new Error(`the server did not start: ${said}`);
}

export async function signIn(origin: string, person: string): Promise<string> {
  const reply = await fetch(origin + getCallPath(calls.signIn), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${person}@bench.test`, password: PASSWORD }),
  });
  const { data } = (await reply.json()) as { data: { userAuthToken: string } };
  return data.userAuthToken;
}
