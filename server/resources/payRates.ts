import { defineHooks } from 'portal-frame/server';
import payRates from '../../src/resources/payRates.ts';
import { refuseClosedMonths } from '../money/closedMonths.ts';

export default defineHooks(payRates, {
  before: {
    create: (context) => refuseClosedMonths(context, undefined, context.values),
    change: (context) => refuseClosedMonths(context, context.before, { ...context.before, ...context.values }),
    delete: (context) => refuseClosedMonths(context, context.values, undefined),
  },
});
