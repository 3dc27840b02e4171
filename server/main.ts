import './app.ts';
import { start } from '../frame/server/start.ts';

await start();
