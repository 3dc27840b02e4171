import { defineJob, getToday, records } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';

/** Deletes reservations that nobody collected. */
export default defineJob({
  name: 'uncollected reservations',
  at: '02:00',
  async run(context) {
    const { timeZone, reservationDays } = context.services.config;
    const lt = addDays(getToday(timeZone, context.now), -reservationDays);
    const where = { state: 'Reserved', to: { lt } } as const;
    return { deleted: (await records(context).deleteMany('rentals', { where })).length };
  },
});
