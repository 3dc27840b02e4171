// The server alone, as it stands; `npm start` and `npm run dev` see to the rest.
import './declareApp.ts';
import { startServer } from '../server/startServer.ts';

await startServer();
