import type { FastifyInstance } from 'fastify';
import { ConfigError as ResourceError } from '../src/config/check.ts';
import { buildApp } from './app.ts';
import { loadResources } from './collections/load.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { ADMIN, DEMO_PASSWORD, EMPLOYEES, LABORATORIES } from './demo/staff.ts';
import { firstAdmin } from './firstAdmin.ts';
import { faultOf } from './http/faults.ts';
import { serializers } from './http/logged.ts';
import { createServices, type Services } from './services.ts';
import { hasAccounts } from './store/first.ts';
import { openStore } from './store/open.ts';

/** Connections that may wait to be taken: more at a time than Node's 511 would be left to try again for seconds. */
const BACKLOG = 4096;

/** Milliseconds that requests under way get to finish after SIGTERM. */
const GRACE = 10_000;

/** An empty database gets the demo data, or with DEMO=off the first admin. */
async function fill(services: Services): Promise<void> {
  const { config, db } = services;
  if (await hasAccounts(db)) return;
  if (config.demo) {
    const { seedDemo } = await import('./demo/index.ts');
    return seedDemo(services);
  }
  await firstAdmin(services, (email, password) =>
    console.log(`First admin: ${email}, password: ${password} (printed only this once)`),
  );
}

function tell(address: string, config: Config): void {
  const accounts = [ADMIN, EMPLOYEES[0], LABORATORIES[0]].map((one) => one?.email).join(', ');
  const lines = [
    `The portal is ready: ${config.publicUrl ?? address}`,
    ...(config.demo ? [`Demo accounts: ${accounts}; password: ${DEMO_PASSWORD}`] : []),
  ];
  console.log(lines.join('\n'));
}

/**
 * Has SIGTERM and SIGINT end the process well. Before there is an app nothing has to be waited for: each step of a
 * start is whole or not there at all.
 */
function stopOnSignals(): (app: FastifyInstance, services: Services) => void {
  let end = async () => {};
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), GRACE).unref();
    await end();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  return (app, services) => {
    end = async () => {
      // A connection whose request was under way is kept open by its browser: it goes as soon as it is answered.
      setInterval(() => app.server.closeIdleConnections(), 100).unref();
      await app.close();
      services.mailer.close();
      await services.store.close();
    };
  };
}

async function start(): Promise<void> {
  const stops = stopOnSignals();
  const config = readConfig(process.env);
  const resources = await loadResources();
  const store = await openStore(config);
  const services = createServices(config, store, resources);
  await fill(services);
  const app = await buildApp(services, { level: config.logLevel, serializers });
  stops(app, services);
  tell(await app.listen({ port: config.port, host: config.host, backlog: BACKLOG }), config);
}

try {
  await start();
} catch (cause) {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof ConfigError || cause instanceof ResourceError) console.error(message);
  else if (code === 'EADDRINUSE') console.error(`PORT ${process.env.PORT ?? 3000} is in use by another program.`);
  else if (faultOf(cause as Error) === 'busy') console.error(`The database cannot be reached: ${message}`);
  else console.error(cause);
  process.exit(1);
}
