import '../src/roles.ts';
import { defineServer } from '../frame/server/parts.ts';
import { appServedCalls } from './calls/index.ts';

/** What the portal tells the frame's server of itself. */
export default defineServer({
  calls: appServedCalls,
  withoutPersonalData: ['employees', 'laboratories', 'feed'],
});
