import { defineServerPlugin } from 'portal-frame/server';
import { standingOrders } from '../plugin.ts';
import bookingJob from './bookingJob.ts';
import hooks from './standingOrderHooks.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(standingOrders, {
  texts: { en, es },
  hooks: { standingOrders: hooks },
  jobs: [bookingJob],
});
