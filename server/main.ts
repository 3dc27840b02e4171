import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { createServices } from './services.ts';
import { openStore } from './store/open.ts';

const config = readConfig(process.env);
const store = await openStore(config);
const app = await buildApp(createServices(config, store));
console.log(await app.listen({ port: config.port, host: config.host }));
