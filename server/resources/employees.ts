import { defineHooks, getToday, type TransactionHookContext } from 'portal-frame/server';
import employees from '../../src/resources/employees.ts';
import { spreadName } from '../calls/people.ts';
import { createAppointmentsEvent } from '../outbox/liveChanges.ts';
import { unassignPending } from '../store/appointments.ts';

type Context = Pick<TransactionHookContext<'hireDate'>, 'services' | 'refuse'> & {
  values: { hireDate?: string | null };
};

/** Refuses a hire date in the future of the business. */
function refuseFuture({ values: { hireDate }, services: { config }, refuse }: Context): void {
  if (hireDate && hireDate > getToday(config.timeZone)) refuse('validation.hireDate', 'hireDate');
}

export default defineHooks(employees, {
  before: {
    create: refuseFuture,
    change: refuseFuture,
    async delete({ id, db, transaction: { publish } }) {
      publish(createAppointmentsEvent(await unassignPending(db, id)));
    },
  },
  after: { change: spreadName('employee') },
});
