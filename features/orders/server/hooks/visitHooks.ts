import { defineHooks, records, systemContext } from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';
import appointments from '../../../../src/resources/appointments.ts';

/** Asks again whether the patients fast for visits that were moved. */
export default defineHooks(appointments, {
  async afterAll({ changes, ...context }) {
    const moved = changes.flatMap(({ id, before, values, operation }) =>
      before && operation !== 'delete' && before.appointmentDateTime !== values.appointmentDateTime ? id : [],
    );
    if (moved.length === 0 || !findCollection(context.services, 'testOrders')) return;
    const where = { appointment: { in: moved }, fasting: { in: ['confirmed', 'notFasting'] } } as const;
    await records(systemContext(context)).updateMany('testOrders', { where }, { fasting: 'notAsked', fastingAt: null });
  },
});
