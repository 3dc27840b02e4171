import { defineJob } from 'portal-frame/server';
import { askPatients } from './eveningMail.ts';

/** Asks patients about their visits of tomorrow, from EVENING_MAIL on. */
export default defineJob({
  name: 'evening mail',
  every: '5 minutes',
  run: async ({ services, now }) => ({ asked: await askPatients(services, now) }),
});
