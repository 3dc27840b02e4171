import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import { getColumn } from 'portal-frame/server/database';
import testOrders from '../../resources/testOrders.ts';
import { findOrderCollections } from '../orderCollections.ts';

type Context = Pick<TransactionHookContext, 'db' | 'services' | 'id' | 'refuse'>;

/** Refuses the change of an order for which a tube was drawn. */
async function refuseIfDrawn({ db, services, id, refuse }: Context): Promise<void> {
  const places = findOrderCollections(services);
  const drawn =
    places &&
    (await db
      .selectFrom(places.drawnTubes.table)
      .select('id')
      .where(getColumn(places.drawnTubes, 'testOrder'), '=', id)
      .limit(1)
      .executeTakeFirst());
  if (drawn) refuse('server.orderDrawn');
}

export default defineHooks(testOrders, {
  before: {
    delete: refuseIfDrawn,
    async change(context) {
      const { values, before } = context;
      if ('appointment' in values && values.appointment !== before.appointment) await refuseIfDrawn(context);
    },
  },
});
