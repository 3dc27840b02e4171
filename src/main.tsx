import './roles.ts';
import { start } from '../frame/start.tsx';

await start(() => import('./App.tsx'));
