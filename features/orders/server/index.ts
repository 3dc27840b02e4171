import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { orders } from '../plugin.ts';
import { orderCalls } from '../wire/visitOrderApi.ts';
import drawnTubeHooks from './hooks/drawnTubeHooks.ts';
import testOrderHooks from './hooks/testOrderHooks.ts';
import visitHooks from './hooks/visitHooks.ts';
import { orderHandlers } from './orderHandlers.ts';
import { visitOrders } from './orderParts.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(orders, {
  texts: { en, es },
  hooks: { appointments: visitHooks, archive: visitHooks, drawnTubes: drawnTubeHooks, testOrders: testOrderHooks },
  calls: serveCalls(orderCalls, orderHandlers, { visitOrder: ['read', 'appointments'] }),
  visitOrders,
  demoSeeds: {
    drawnTubes: () => import('./demo/demoTubes.ts'),
    stabilities: () => import('./demo/demoStabilities.ts'),
    testOrders: () => import('./demo/demoOrders.ts'),
    tests: () => import('./demo/demoTests.ts'),
    tubeKinds: () => import('./demo/demoTubeKinds.ts'),
  },
});
