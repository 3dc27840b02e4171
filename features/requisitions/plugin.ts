import { definePlugin } from 'portal-frame/plugin';
import { paperGroup } from './resources/paperGroup.ts';
import en from './texts/en.ts';

/** Requisition of an order as a document that travels with the tubes. */
export const requisitions = definePlugin({
  name: 'requisitions',
  frame: '^0.1',
  needs: ['app', 'documents', 'orders'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: {
    testOrders: { show: { groups: [paperGroup] } },
  },
});
