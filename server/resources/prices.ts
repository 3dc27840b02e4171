import { defineHooks } from 'portal-frame/server';
import prices from '../../src/resources/prices.ts';
import { refuseClosedMonths } from '../money/closedMonths.ts';

export default defineHooks(prices, {
  before: {
    create: (context) => refuseClosedMonths(context, undefined, context.values),
    change: (context) => refuseClosedMonths(context, context.before, { ...context.before, ...context.values }),
    delete: (context) => refuseClosedMonths(context, context.values, undefined),
  },
});
