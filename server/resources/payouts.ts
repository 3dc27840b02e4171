import { defineHooks } from 'portal-frame/server';
import payouts from '../../src/resources/payouts.ts';
import { refusePaidOn } from '../money/invoicePayments.ts';

export default defineHooks(payouts, {
  before: {
    transition({ action, values, before, services }) {
      if (action === 'pay') refusePaidOn({ services }, before as never, values.paidOn);
    },
  },
});
