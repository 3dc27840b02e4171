import { records } from 'portal-frame/server';
import type { VisitOrders } from '../../../server/visitOrders.ts';
import { findOrderCollections } from './orderCollections.ts';
import { findVisitGaps } from './orderReadiness.ts';
import { planTests } from './plannedOrders.ts';
import { bindLabel } from './tubeLabels.ts';
import { findWireOrders, toWireTests, toWireTube } from './wireOrders.ts';

/** Orders of visits, for the portal and its features. */
export const visitOrders: VisitOrders = {
  ...{ findVisitGaps, findWireOrders, bindLabel },
  hasOrders: (services) => findOrderCollections(services) !== undefined,
  async planTests(services, ids, laboratory) {
    const { tests, tubes } = await planTests(services, ids, laboratory);
    return { tests: toWireTests(tests), tubes: tubes.map((tube) => toWireTube(tube, 0)) };
  },
  async createOrders(tx, orders) {
    const created = await records(tx).createMany('testOrders', orders, { fields: [] });
    return created.map(({ id }) => ({ operation: 'create', resource: 'testOrders', recordId: id }));
  },
  listRedraws: ({ changes }) =>
    changes.flatMap(({ collection, values }) =>
      collection.resource.name === 'testOrders' && values.redrawOf ? [values.appointment] : [],
    ),
};
