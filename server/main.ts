import { startServer } from 'portal-frame/server/start';

await startServer(() => import('./app.ts'));
