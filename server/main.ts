import './app.ts';
import { startServer } from '../frame/server/startServer.ts';

await startServer();
