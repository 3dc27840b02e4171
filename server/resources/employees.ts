import { defineHooks, getToday, type TransactionHookContext } from 'portal-frame/server';
import employees from '../../src/resources/employees.ts';
import { spreadName } from '../calls/people.ts';

type Context = Pick<TransactionHookContext<'hireDate'>, 'services' | 'refuse'> & {
  values: { hireDate?: string | null };
};

/** Refuses a hire date in the future of the business. */
function refuseFuture({ values: { hireDate }, services: { config }, refuse }: Context): void {
  if (hireDate && hireDate > getToday(config.timeZone)) refuse('validation.hireDate', 'hireDate');
}

export default defineHooks(employees, {
  before: { create: refuseFuture, change: refuseFuture },
  after: {
    change: spreadName('employee'),
    /** Unassigns pending visits, unless reported done or with a tracking image. */
    async delete({ id, records }) {
      const open = { employee: id, status: 'Pending', trackingImage: null, visitState: { not: 'done' } } as const;
      await records.updateMany('appointments', { where: open }, { employee: null });
    },
  },
  // An employee may have thousands of visits.
  timeout: 300,
});
