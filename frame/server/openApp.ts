import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { checkFeatures } from '../config/checks/checkNames.ts';
import { checkAutomationParts } from './automations/automationList.ts';
import { buildApp } from './buildApp.ts';
import type { Config } from './config.ts';
import { createServices } from './createServices.ts';
import { loadEndpoints } from './http/endpoints.ts';
import { loadJobs } from './jobs/defineJob.ts';
import { openStore } from './migrations/openStore.ts';
import { getAnnouncedFeatures } from './records/schema/announcedFeatures.ts';
import { loadResources } from './records/schema/loadResources.ts';
import { loadHooks } from './records/write/loadHooks.ts';
import { loadChanges } from './schemaSync/customChanges.ts';
import type { Services } from './services.ts';

interface OpenApp {
  app: FastifyInstance;
  services: Services;
}

/**
 * Opens the database of the declared app and builds its server, which does not listen yet. `fill` adds first records;
 * what it returns runs once the collections have their tables. Throws a ConfigError or EnvironmentError.
 */
export async function openApp(
  config: Config,
  logger?: FastifyServerOptions['logger'],
  fill: (services: Services) => Promise<(() => Promise<void>) | undefined> = async () => undefined,
): Promise<OpenApp> {
  const resources = await loadResources();
  checkFeatures(resources, getAnnouncedFeatures(resources));
  const hooks = await loadHooks(resources);
  const [endpoints, changes, jobs] = [await loadEndpoints(), await loadChanges(), await loadJobs(resources)];
  checkAutomationParts(resources, jobs);
  const store = await openStore(config);
  const services = createServices(config, store, resources, hooks, endpoints, changes, jobs);
  const fillCollections = await fill(services);
  const app = await buildApp(services, logger);
  await fillCollections?.();
  return { app, services };
}
