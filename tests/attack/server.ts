// Starts the server like server/main.ts, with the collections of the tests.

import {
  buildApp,
  createServices,
  loadHooks,
  loadResources,
  logSerializers,
  openStore,
  readConfig,
} from 'portal-frame/internal/server';
import portal from '../../server/app.ts';
import { COLLECTIONS } from '../api/supplies.ts';

const config = readConfig({ ...process.env, REQUESTS_PER_MINUTE: '1000000' }, portal);
const resources = [...(await loadResources(portal)), ...COLLECTIONS];
const services = createServices(config, await openStore(config), { resources, hooks: await loadHooks(resources) });
const app = await buildApp(services, { level: config.logLevel, serializers: logSerializers });
process.once('SIGTERM', async () => {
  await app.close();
  await services.store.close();
  process.exit(0);
});
console.log(await app.listen({ port: config.port, host: config.host, backlog: 4096 }));
