import './app.ts';
import { startServer } from 'portal-frame/server/start';

await startServer();
