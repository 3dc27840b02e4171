import { defineHooks } from 'portal-frame/server';
import payoutPayments from '../../src/resources/payoutPayments.ts';
import { takeBack } from '../money/documentPayments.ts';

export default defineHooks(payoutPayments, {
  after: { transition: (context) => takeBack('payouts', context as never) },
});
