import { defineHooks } from 'portal-frame/server';
import payouts from '../../resources/payouts.ts';
import { preparePayment, recordPayment } from '../documentPayments.ts';

export default defineHooks(payouts, {
  before: { transition: (context) => preparePayment('payouts', context as never) },
  after: { transition: (context) => recordPayment('payouts', context as never) },
});
