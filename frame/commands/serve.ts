// Starts the server only; `npm start` and `npm run dev` do the rest.
import { startServer } from '../server/startServer.ts';

await startServer(async () => ({ default: await (await import('./loadApp.ts')).loadApp() }));
