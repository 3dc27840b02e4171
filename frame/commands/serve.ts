// The server alone, as it stands; `npm start` and `npm run dev` see to the rest.
import './app.ts';
import { start } from '../server/start.ts';

await start();
