import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { EnvironmentError } from './base/operatorErrors.ts';
import { type Config, readConfig } from './config.ts';
import { hasAccounts } from './db/firstStart.ts';
import { acquireServerLock } from './db/serverLock.ts';
import { createFirstAdmin } from './firstAdmin.ts';
import { logSerializers } from './http/logSerializers.ts';
import { getServerInfo } from './http/serverInfo.ts';
import { answerDuringStart } from './http/starting/starting.ts';
import { answerJobRequests } from './jobs/runJobForTest.ts';
import { findUnlistedOwners } from './migrations/openStore.ts';
import { openApp } from './openApp.ts';
import type { ServerParts } from './parts.ts';
import { findRoleProblems } from './roleProblems.ts';
import { formatUnlistedOwners } from './schemaSync/formatPlan.ts';
import type { Services } from './services.ts';
import { describeStartError } from './startError.ts';

/** With Node's default of 511, further clients would wait seconds for a retry. */
const BACKLOG = 4096;

const SHUTDOWN_GRACE_MS = 10_000;

function writeSecret(file: string, secret: string): void {
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    throw new EnvironmentError(`ADMIN_PASSWORD_FILE must be a file that can be made: ${(cause as Error).message}`);
  }
}

/** Adds demo data or the first admin to an empty database; checks the roles and accounts of any other. */
async function fillEmpty(services: Services): Promise<(() => Promise<void>) | undefined> {
  const { app, config, db } = services;
  const { demo } = app;
  if (await hasAccounts(db)) {
    const { refused, warning } = await findRoleProblems({ app, db });
    if (refused) throw new EnvironmentError(refused);
    if (warning) console.warn(warning);
    if (config.isPublic && !config.demo) await demo?.rejectOpenAccounts(db, config);
    return undefined;
  }
  if (config.demo && demo) return demo.seed(services);
  await createFirstAdmin(services, (email, password) => {
    const { adminPasswordFile: file } = config;
    if (file) writeSecret(file, password);
    const said = file ? `its password is in ${file}` : `password: ${password}`;
    const note = `${file ? '' : 'printed only this once; '}good for 24 hours: change it in the settings`;
    console.log(`First account: ${email}, ${said} (${note})`);
  });
  return undefined;
}

/** Reads what is announced before the server listens, since a signal may close the database from then on. */
async function describeServer(services: Services): Promise<(address: string) => string> {
  const { config } = services;
  const { version, node, database, schema } = getServerInfo(services);
  const { demo } = services.app;
  const unlisted = formatUnlistedOwners(await findUnlistedOwners(services.store));
  return (address) =>
    [
      `The portal is ready: ${config.publicUrl ?? address}`,
      `Version ${version}, Node ${node}, database ${database}, schema ${schema}`,
      ...unlisted,
      ...(config.demo && demo ? [`Demo accounts: ${demo.loginHint}`] : []),
    ].join('\n');
}

/** SQLite allows one server per data directory. */
function lockDataDir({ dataDir, databaseUrl }: Config): void {
  if (!databaseUrl && !acquireServerLock(dataDir))
    throw new EnvironmentError(`Another server runs on ${dataDir}. Stop it, or give this one a DATA_DIR of its own.`);
}

function stopOnSignals(): (app: FastifyInstance, services: Services) => void {
  let end = async () => {};
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await end();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  return (app, services) => {
    end = async () => {
      services.state.ending = true;
      // The exit would wait for running reads of SQLite. They write nothing.
      process.on('exit', () => services.store.readers.isBusy() && process.kill(process.pid, 'SIGKILL'));
      await delay(services.config.drainSeconds * 1000);
      setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS).unref();
      // Browsers keep connections open after the last reply.
      setInterval(() => app.server.closeIdleConnections(), 100).unref();
      await app.close();
      services.mailer.close();
      await services.store.close();
    };
  };
}

/** After so many requests and then so long without any, memory is given back. */
const REQUESTS_BEFORE_RELEASE = 500;
const IDLE_MS = 2000;

/** The start and many requests fill V8's space for new objects, which only this collection of garbage makes small again. */
async function releaseMemory(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/** Gives memory back after busy times: a collection of garbage (about 0.1 s) when nobody waits. */
function releaseMemoryWhenIdle(app: FastifyInstance): void {
  let requests = 0;
  const timer = setTimeout(() => {
    if (requests < REQUESTS_BEFORE_RELEASE) return;
    requests = 0;
    void releaseMemory();
  }, IDLE_MS).unref();
  app.addHook('onRequest', async () => {
    requests++;
    timer.refresh();
  });
}

async function run(declared: ServerParts): Promise<void> {
  const stops = stopOnSignals();
  process.umask(0o077);
  const config = readConfig(process.env, declared);
  lockDataDir(config);
  const freePort = await answerDuringStart(config.port, config.host);
  const { app, services } = await openApp(config, { level: config.logLevel, serializers: logSerializers }, fillEmpty);
  stops(app, services);
  releaseMemoryWhenIdle(app);
  await app.ready();
  await releaseMemory();
  const announce = await describeServer(services);
  await freePort();
  answerJobRequests(services, app.log);
  console.log(announce(await app.listen({ port: config.port, host: config.host, backlog: BACKLOG })));
}

/** Runs the server of an app; a failed start ends the process. */
export async function runServer(app: ServerParts): Promise<void> {
  try {
    await run(app);
  } catch (cause) {
    console.error(describeStartError(cause, process.env) ?? cause);
    process.exit(1);
  }
}
