import { defineJob, getToday, records } from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import { findBusinessProfile } from '../../../../server/outbox/businessProfile.ts';

const DAYS_BETWEEN_REMINDERS = 7;

/** Reminds of invoices that are late by the days of the business profile; without these it does nothing. */
export default defineJob({
  name: 'late invoices',
  at: '08:00',
  async run(context) {
    const { services } = context;
    const { remindAfter } = (await findBusinessProfile(services)) ?? {};
    if (!remindAfter || !findCollection(services, 'invoices')) return 0;
    const today = getToday(services.config.timeZone);
    const { records: late } = await records(context).find('invoices', {
      where: {
        and: [
          { state: ['sent', 'partlyPaid'], laboratory: { exists: true }, balance: { gt: 0 } },
          { dueOn: { lte: addDays(today, -remindAfter) } },
          { or: [{ remindedOn: { exists: false } }, { remindedOn: { lte: addDays(today, -DAYS_BETWEEN_REMINDERS) } }] },
        ],
      },
      fields: [],
      perPage: 1000,
    });
    for (const { id } of late) await records(context).update('invoices', id, { remindedOn: today });
    return late.length;
  },
});
