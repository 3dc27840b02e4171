import { defineHooks } from 'portal-frame/server';
import payoutPayments from '../../resources/payoutPayments.ts';
import { takeBack } from '../documentPayments.ts';

export default defineHooks(payoutPayments, {
  after: { transition: (context) => takeBack('payouts', context as never) },
});
