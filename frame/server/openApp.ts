import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { buildApp } from './buildApp.ts';
import type { Config } from './config.ts';
import { createServices } from './createServices.ts';
import { loadParts } from './loadParts.ts';
import { openStore } from './migrations/openStore.ts';
import type { Services } from './services.ts';

interface OpenApp {
  app: FastifyInstance;
  services: Services;
}

/**
 * Opens the database of the app and builds its server, which does not listen yet. `fill` adds first records;
 * what it returns runs once the collections have their tables. Throws a ConfigError or EnvironmentError.
 */
export async function openApp(
  config: Config,
  logger?: FastifyServerOptions['logger'],
  fill: (services: Services) => Promise<(() => Promise<void>) | undefined> = async () => undefined,
): Promise<OpenApp> {
  const { resources, hooks, endpoints, changes, jobs } = await loadParts(config.app);
  const store = await openStore(config);
  const services = createServices(config, store, { resources, hooks, endpoints, changes, jobs });
  const fillCollections = await fill(services);
  const app = await buildApp(services, logger);
  await fillCollections?.();
  return { app, services };
}
