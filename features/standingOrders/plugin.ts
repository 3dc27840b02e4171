import { definePlugin } from 'portal-frame/plugin';
import resource from './resources/standingOrders.ts';
import en from './texts/en.ts';

/** Weekly draws of a patient: a job books their visits two weeks ahead. */
export const standingOrders = definePlugin({
  name: 'standingOrders',
  frame: '^0.1',
  needs: ['app', 'orders', 'plan'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [resource as never],
  extend: { facilities: { show: { related: [{ resource: 'standingOrders', field: 'facility' }] } } },
});
