import type { Besides } from 'portal-frame/testing/helpers';
import app from '../../server/app.ts';

const orders = app.plugins?.find(({ plugin }) => plugin.name === 'orders');
const { drawnTubes, testOrders } = orders?.hooks ?? {};

/** Configs of catalogue, orders and tubes, if the feature is there, besides `others`. */
export const withOrders = (...others: unknown[]): Besides => ({
  resources: [...(orders?.plugin.resources ?? []), ...others] as never,
  hooks: { ...(drawnTubes && { drawnTubes }), ...(testOrders && { testOrders }) },
});
