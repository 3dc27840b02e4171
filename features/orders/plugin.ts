import { definePlugin } from 'portal-frame/plugin';
import { appointmentOrders, archiveOrders } from './resources/appointmentOrders.ts';
import drawnTubes from './resources/drawnTubes.ts';
import stabilities from './resources/stabilities.ts';
import testOrders from './resources/testOrders.ts';
import tests from './resources/tests.ts';
import tubeKinds from './resources/tubeKinds.ts';
import en from './texts/en.ts';

/** Tests ordered for visits, the tubes that they take, their labels, and what is missing before the draw. */
export const orders = definePlugin({
  name: 'orders',
  frame: '^0.1',
  needs: ['app', 'runSheet'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [tubeKinds, tests, stabilities, testOrders, drawnTubes] as never[],
  extend: { appointments: appointmentOrders, archive: archiveOrders },
});
