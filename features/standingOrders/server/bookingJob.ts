import { defineJob } from 'portal-frame/server';
import { bookStandingOrders } from './bookStandingOrders.ts';

/** Books the visits of standing orders; a missed run is made up for by the next. */
export default defineJob({ name: 'standing orders', at: ['01:00', '13:00'], run: bookStandingOrders });
