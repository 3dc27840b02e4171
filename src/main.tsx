import './roles.ts';
import './app.ts';
import { start } from '../frame/start.tsx';

await start(() => import('./App.tsx'));
