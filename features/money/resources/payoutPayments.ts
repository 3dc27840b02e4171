import { date, defineResource, me, type RecordOf, read, reference } from 'portal-frame';
import { canRemove, paymentFields, payments, paymentViews } from './paidDocuments.ts';

/** Payments of payouts to employees. The paid amount of a payout is their sum. */
const payoutPayments = defineResource({
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

export default payoutPayments;

declare module 'portal-frame' {
  interface Collections {
    payoutPayments: RecordOf<typeof payoutPayments>;
  }
}
