import { defineJob } from 'portal-frame/server';
import { deleteExpired } from '../patients/retention.ts';

/** Deletes what is older than RETENTION_YEARS. */
export default defineJob({
  name: 'retention',
  at: '03:50',
  run: async ({ services, now }) => ({ deleted: await deleteExpired(services, now) }),
});
