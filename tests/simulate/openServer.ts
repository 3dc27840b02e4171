import { setImmediate as nextTurn } from 'node:timers/promises';
import { createJobRunner, openApp, readConfig } from 'portal-frame/internal/server';

export const TIME_ZONE = 'America/New_York';
export const VISIT_MINUTES = 30;
export const ORIGIN = 'http://portal.test';
export const RECEIVER = 'receiver.test';

/** Data folder and database of a simulated server: SQLite without `url`. */
export interface Place {
  dataDir: string;
  url?: string | undefined;
}

/** Settings of a simulated server. */
export const configOf = ({ dataDir, url = '' }: Place) => ({
  ...readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
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
  }),
  argonMemoryKib: 64,
  webhookTimeoutMs: 500,
});

/** Opens the real server. Its jobs and messages run when they are told to. */
export async function openServer(place: Place) {
  const { app, services } = await openApp(configOf(place));
  const jobs = services.runningJobs;
  services.runningJobs = [];
  await app.ready();
  await services.outbox.stop();
  const { moveToStorage } = services.files;
  let failsUpload = false;
  services.files.moveToStorage = async (path) => {
    const fails = failsUpload;
    failsUpload = false;
    if (fails) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
    await moveToStorage(path);
  };
  const runner = createJobRunner(jobs, { services, log: app.log });
  let hasJobs = false;
  return {
    app,
    services,
    /** The disk refuses the next upload. */
    failUpload() {
      failsUpload = true;
    },
    /** Runs the jobs that are due. */
    async runJobs() {
      if (!hasJobs) await runner.start();
      hasJobs = true;
      await runner.tick();
    },
    /** Sends the mails and messages that are due. The nth mail fails if `failing` is set. */
    async sendOutbox(failing = 0) {
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
      await runner.stop();
      await app.close();
      services.mailer.close();
      await services.store.close();
    },
  };
}
