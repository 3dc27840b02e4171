import { date, defineResource, me, read, reference } from 'portal-frame';
import { canRemove, paymentFields, payments, paymentViews } from './money/documentPayments.ts';

/** Payments of payouts to employees. The paid amount of a payout is their sum. */
export default defineResource({
  ...payments,
  name: 'payoutPayments',
  dependsOn: ['payouts'],
  title: '{employee} {paidOn}',
  fields: {
    payout: reference({ to: 'payouts', text: '{employee}', onDelete: 'refuse', required: true }),
    employee: reference({ lookup: 'payout.employee', to: 'employees' }),
    month: date({ lookup: 'payout.month', month: true }),
    ...paymentFields,
  },
  ...paymentViews(['employee', 'month', 'payout']),
  roles: {
    admin: { list: '/payout-payments', can: canRemove },
    employee: { list: '/employee-payout-payments', can: read, where: { employee: me } },
  },
});
