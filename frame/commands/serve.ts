// Starts the server only; `npm start` and `npm run dev` do the rest.
import { startServer } from '../server/startServer.ts';

await startServer(() => import('./declareApp.ts'));
