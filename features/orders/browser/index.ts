import { defineBrowserPlugin } from 'portal-frame/plugin';
import { orders } from '../plugin.ts';

export default defineBrowserPlugin(orders, {
  visitOrders: () => import('./runSheetOrders.tsx'),
  sections: {
    work: [
      { add: 'testOrders', after: 'appointments' },
      { add: 'drawnTubes', after: 'testOrders' },
    ],
    catalogue: [
      { add: 'tests', after: null },
      { add: 'tubeKinds', after: 'tests' },
      { add: 'stabilities', after: 'tubeKinds' },
    ],
  },
});
