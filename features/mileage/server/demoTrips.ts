import { getToday } from 'portal-frame/server';
import { defineSeed } from '../../../server/demo/seedCollections.ts';

const DAY = 24 * 3_600_000;
const DAYS_BACK = 14;

export default defineSeed({
  async records({ db, random, services }) {
    const { timeZone } = services.config;
    const rows = await db
      .selectFrom('appointments')
      .select(['id', 'employee_id', 'scheduled_at'])
      .where('status', '=', 'Completed')
      .where('employee_id', 'is not', null)
      .where('scheduled_at', '>', Date.now() - DAYS_BACK * DAY)
      .orderBy('scheduled_at')
      .orderBy('patient_key')
      .execute();
    const days = Map.groupBy(rows, (row) => `${row.employee_id} ${getToday(timeZone, row.scheduled_at)}`);
    return [...days].map(([key, visits]) => {
      const [employee, day] = key.split(' ');
      return {
        employee,
        day,
        planned: false,
        miles: visits.length * random.int(2, 6) + 0.5,
        visits: visits.map(({ id }) => id),
      };
    });
  },
});
