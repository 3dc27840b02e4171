import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from 'portal-frame';
import { getCallPath } from 'portal-frame/internal';
import { createServices, openStore, readConfig } from 'portal-frame/internal/server';
import type { Config, Services } from 'portal-frame/server';
import { createAccount, hashPassword } from 'portal-frame/server/accounts';
import { formOf, lasting } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import app from '../../server/app.ts';
import { emailOf, PASSWORD, PEOPLE, type Person, TIME_ZONE } from './cast.ts';
import { readyDatabase } from './database.ts';
import type { CallInput, Reply } from './harness.ts';
import { type CallName, getCall } from './servedCalls.ts';

/** A data directory for server processes, with the people of the tests. */
export interface Place {
  config: Config;
  /** Direct access beside the servers. */
  services: Services;
  ids: Record<Person, string>;
  start(): Promise<ServerProcess>;
  remove(): Promise<void>;
}

export interface ServerProcess {
  origin: string;
  child: ChildProcess;
  /** Sends a signal; returns the exit code, or null if the signal ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Makes a call with a token; rejects without a reply. */
  call(name: CallName, input: CallInput): Promise<Pick<Reply, 'http' | 'data'>>;
  signIn(person: Person): Promise<string>;
}

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts');

/** `own` adds variables; `main` starts the server. */
export async function makePlace(own: Record<string, string> = {}, main = MAIN): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-process-'));
  const database = await readyDatabase(dataDir);
  const env = { TIME_ZONE, DEMO: 'off', MAX_DELAY_MS: '60000', DATA_DIR: dataDir, DATABASE_URL: database.url, ...own };
  const config = { ...readConfig(env, app), argonMemoryKib: 64 };
  const services = createServices(config, await openStore(config));
  const ids = {} as Place['ids'];
  const passwordHash = await hashPassword(PASSWORD, config);
  for (const [person, own] of Object.entries(PEOPLE) as [Person, (typeof PEOPLE)[Person]][]) {
    const email = emailOf(person);
    ids[person] = (await createAccount(services, { ...own, email, username: person, passwordHash })).id;
  }
  const running = new Set<ChildProcess>();
  return {
    config,
    services,
    ids,
    async start() {
      const started = await startProcess({ ...env, DATABASE_URL: database.url ?? '' }, main);
      running.add(started.child);
      started.child.once('exit', () => running.delete(started.child));
      return started;
    },
    async remove() {
      for (const child of running) child.kill('SIGKILL');
      await services.store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One for all tests of a file or group, or one for each. */
export const placeFor = (which: 'all' | 'each') =>
  lasting(
    which,
    () => makePlace(),
    (place) => place.remove(),
  );

async function startProcess(env: Record<string, string>, main: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const origin = await addressOf(child);
  const call: ServerProcess['call'] = async (name, { token, params, query, body, files }) => {
    const declared: Call = getCall(name);
    const asked = new URLSearchParams(query as Record<string, string>).toString();
    const reply = await fetch(`${origin}${getCallPath(declared, params)}${asked && `?${asked}`}`, {
      method: declared.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !declared.files && { 'content-type': 'application/json' }),
      },
      ...(declared.files ? { body: formOf(body, files) } : body && { body: JSON.stringify(body) }),
    });
    return { http: reply.status, data: ((await reply.json()) as Reply).data };
  };
  return {
    origin,
    child,
    call,
    async end(signal) {
      child.kill(signal);
      return (await exited)[0] as number | null;
    },
    signIn: async (person) =>
      (await call('signIn', { body: { email: emailOf(person), password: PASSWORD } })).data.userAuthToken,
  };
}

/** The address that the server prints once it is ready. What it prints later, its errors, goes to the tests' output. */
export async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += chunk;
    const found = /http:\/\/[\w.:]+/.exec(said);
    if (found && (await fetch(`${found[0]}${API_ROOT}/health`)).ok) {
      stdout?.pipe(process.stderr, { end: false });
      return found[0];
    }
  }
  throw new Error(`The server did not start: ${said}`);
}
