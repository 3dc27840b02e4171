import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createJobRunner, openApp, readConfig } from 'portal-frame/internal/server';
import { records, systemContext } from 'portal-frame/server';
import { createAccount, hashPassword } from 'portal-frame/server/accounts';
import { everyStatement } from 'portal-frame/testing/helpers';
import { vi } from 'vitest';
import { emailOf, PASSWORD, PEOPLE, type Person } from './people.ts';

export const TIME_ZONE = 'America/New_York';
export const VISIT_MINUTES = 30;
export const ORIGIN = 'http://portal.test';

type App = Awaited<ReturnType<typeof openApp>>;

/** The real server in this process. It is dropped between any two statements, and opened again. */
export interface SimulatedServer {
  dataDir: string;
  ids: Readonly<Record<Person, string>>;
  /** Tests of the catalogue. */
  tests: readonly string[];
  app(): App['app'];
  services(): App['services'];
  /** Drops the server before the nth next statement. */
  dropBefore(statement: number): void;
  isDropped(): boolean;
  /** Opens the data again after a drop. */
  reopen(): Promise<void>;
  /** The disk refuses the next upload. */
  failUpload(): void;
  /** Runs the jobs that are due. */
  runJobs(): Promise<void>;
  /** Sends the mails and messages that are due. The nth send fails if `failing` is set. */
  sendOutbox(failing?: number): Promise<void>;
  close(): Promise<void>;
}

let left = Number.POSITIVE_INFINITY;
let isDropped = false;
let failsUpload = false;
everyStatement(() => {
  left -= 1;
  if (left < 0) isDropped = true;
  if (isDropped) throw new Error('The process was dropped.');
});

const configOf = (dataDir: string) => ({
  ...readConfig({
    DATA_DIR: dataDir,
    DEMO: 'off',
    TIME_ZONE,
    PUBLIC_URL: ORIGIN,
    EVENING_MAIL: '18:00',
    VISIT_MINUTES: String(VISIT_MINUTES),
    COMPLETE_WHEN_DONE: 'on',
    TOKEN_HOURS: '8760',
    IDLE_MINUTES: '0',
    // The machine may be busy.
    MAX_DELAY_MS: '60000',
  }),
  argonMemoryKib: 64,
});

async function open(dataDir: string) {
  const opened = await openApp(configOf(dataDir));
  const { app, services } = opened;
  const jobs = services.runningJobs;
  // Jobs and messages run when the day says so.
  services.runningJobs = [];
  await app.ready();
  await services.outbox.stop();
  const { moveToStorage } = services.files;
  services.files.moveToStorage = async (path) => {
    const fails = failsUpload;
    failsUpload = false;
    if (fails) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
    await moveToStorage(path);
  };
  const runner = createJobRunner(jobs, { services, log: app.log });
  return { ...opened, runner };
}

async function close({ app, services, runner }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await runner.stop();
  await app.close();
  services.mailer.close();
  await services.store.close();
}

interface Base {
  dataDir: string;
  ids: Record<Person, string>;
  tests: string[];
}
let base: Promise<Base> | undefined;

/** Data with the people and a catalogue of tests, made once and copied for each world. */
async function createBase(): Promise<Base> {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-base-'));
  vi.setSystemTime('2026-01-05T12:00:00Z');
  const opened = await open(dataDir);
  const { services } = opened;
  const passwordHash = await hashPassword(PASSWORD, services.config);
  const ids = {} as Record<Person, string>;
  for (const person of Object.keys(PEOPLE) as Person[]) {
    const account = { ...PEOPLE[person], email: emailOf(person), username: emailOf(person), passwordHash };
    ids[person] = (await createAccount(services.db, account)).id;
  }
  const data = records(systemContext(services, 'simulation'));
  const tests: string[] = [];
  for (const [index, [kind, cap, test]] of (
    [
      ['Citrate', 'lightBlue', 'PT / INR'],
      ['Serum', 'gold', 'Lipid panel'],
      ['EDTA', 'lavender', 'Hemoglobin A1c'],
    ] as const
  ).entries()) {
    const values = { name: kind, cap, additive: kind, drawOrder: index + 1, volume: 5, minimum: 1 };
    const tube = await data.create('tubeKinds', values as never);
    const made = await data.create('tests', { name: test, tubeKind: tube.id, volume: 1 } as never);
    tests.push(String(made.id));
  }
  for (const person of ['Northside', 'O’Hara'] as const)
    await data
      .create('prices', {
        laboratory: ids[person],
        kind: 'visit',
        amount: 42.5,
        from: '2026-01-01',
      } as never)
      .catch((error) => console.log('prices', error.message, error.details));
  await close(opened);
  return { dataDir, ids, tests };
}

/** Starts a server on a copy of the base data. */
export async function startSimulatedServer(): Promise<SimulatedServer> {
  base ??= createBase();
  const { dataDir: from, ids, tests } = await base;
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-'));
  cpSync(from, dataDir, { recursive: true });
  let opened = await open(dataDir);
  let hasJobs = false;
  return {
    dataDir,
    ids,
    tests,
    app: () => opened.app,
    services: () => opened.services,
    dropBefore: (statement) => {
      left = statement;
    },
    isDropped: () => isDropped,
    failUpload() {
      failsUpload = true;
    },
    async reopen() {
      await close(opened).catch(() => undefined);
      left = Number.POSITIVE_INFINITY;
      isDropped = false;
      hasJobs = false;
      opened = await open(dataDir);
    },
    async runJobs() {
      if (hasJobs) await opened.runner.tick();
      else await opened.runner.start();
      hasJobs = true;
      await opened.runner.tick();
    },
    async sendOutbox(failing = 0) {
      const { services, app } = opened;
      const { mailer } = services;
      let sent = 0;
      services.mailer = {
        ...mailer,
        send: async (mail) => {
          sent += 1;
          if (sent === failing) throw new Error('The mail server hung up.');
          await mailer.send(mail);
        },
      };
      services.outbox.start(services, app.log);
      await nextTurn();
      await nextTurn();
      await services.outbox.stop();
      services.mailer = mailer;
    },
    async close() {
      await close(opened);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
