import { today } from 'portal-frame';
import { defineJob, records } from 'portal-frame/server';

/** Deletes reservations that nobody collected. */
export default defineJob({
  name: 'uncollected reservations',
  at: '02:00',
  async run(context) {
    const where = { state: 'Reserved', to: { lt: today } } as const;
    return { deleted: (await records(context).deleteMany('rentals', { where })).length };
  },
});
