import { generateKeyPairSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createJobRunner, openApp, readConfig } from 'portal-frame/internal/server';
import app from '../../server/app.ts';
import { receiver } from './receiver.ts';

export const TIME_ZONE = 'America/New_York';
export const VISIT_MINUTES = 30;
export const ORIGIN = 'http://portal.test';
export const RECEIVER = 'receiver.test';

/** Data folder and database of a simulated server: SQLite without `url`. */
export interface Place {
  dataDir: string;
  url?: string | undefined;
}

const PEM = { type: 'pkcs8', format: 'pem' } as const;
let firebaseKey: string | undefined;
/** Bucket and push service of a server in this process. */
function doubles() {
  firebaseKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(PEM).toString();
  const account = { FIREBASE_PROJECT_ID: 'days', FIREBASE_CLIENT_EMAIL: 'portal@days.test' };
  return { FILES_URL: 's3://uploads', FIREBASE_PRIVATE_KEY: firebaseKey, ...account };
}

const createConfig = ({ dataDir, url = '' }: Place) => ({
  ...readConfig(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      ...(url === '' && doubles()),
      DEMO: 'off',
      TIME_ZONE,
      PUBLIC_URL: ORIGIN,
      EVENING_MAIL: '18:00',
      VISIT_MINUTES: String(VISIT_MINUTES),
      COMPLETE_WHEN_DONE: 'on',
      TOKEN_HOURS: '8760',
      IDLE_MINUTES: '0',
      WEBHOOK_PRIVATE_HOSTS: `${RECEIVER},127.0.0.1`,
      // The machine may be busy.
      MAX_DELAY_MS: '60000',
    },
    app,
  ),
  argonMemoryKib: 64,
  webhookTimeoutMs: 500,
});
const configs = new Map<string, ReturnType<typeof createConfig>>();
/** Settings of a simulated server, read once for its folder. */
export function configOf(place: Place) {
  const config = configs.get(place.dataDir) ?? createConfig(place);
  configs.set(place.dataDir, config);
  return config;
}

/** Opens the real server. Its jobs and messages run when they are told to. */
export async function openServer(place: Place) {
  const { app, services } = await openApp(configOf(place));
  const jobs = services.runningJobs;
  services.runningJobs = [];
  await app.ready();
  await services.outbox.stop();
  const { mailer } = services;
  services.mailer = {
    ...mailer,
    send: async (mail) => {
      const { status, keeps } = receiver.ask('mail');
      if (keeps) await mailer.send(mail);
      if (status !== 200) throw new Error('The mail server hung up.');
    },
  };
  const runner = createJobRunner(jobs, { services, log: app.log });
  let hasJobs = false;
  return {
    app,
    services,
    /** Runs the jobs that are due. */
    async runJobs() {
      if (!hasJobs) await runner.start();
      hasJobs = true;
      await runner.tick();
    },
    /** Sends the mails and messages that are due. */
    async sendOutbox() {
      services.outbox.start(services, app.log);
      await nextTurn();
      await nextTurn();
      await services.outbox.stop();
    },
    async close() {
      await runner.stop();
      await app.close();
      services.mailer.close();
      await services.store.close();
    },
  };
}
