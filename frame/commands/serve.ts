// Starts the server only; `npm start` and `npm run dev` do the rest.
import './declareApp.ts';
import { startServer } from '../server/startServer.ts';

await startServer();
