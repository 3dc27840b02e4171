import { defineHooks, type InsideContext } from 'portal-frame/server';
import { columnOf, orderPlaces } from '../orders/places.ts';

/** Refuses where tubes of this order are drawn: whose they are, and that they are there, is no longer its to change. */
async function refuseDrawn({ db, services, id, refuse }: InsideContext): Promise<void> {
  const places = orderPlaces(services);
  const drawn =
    places &&
    (await db
      .selectFrom(places.drawnTubes.table)
      .select('id')
      .where(columnOf(places.drawnTubes, 'testOrder'), '=', id)
      .limit(1)
      .executeTakeFirst());
  if (drawn) refuse('server.orderDrawn');
}

export default defineHooks({
  before: {
    delete: refuseDrawn,
    async change(context) {
      const { values, before } = context;
      if ('appointment' in values && values.appointment !== before?.appointment) await refuseDrawn(context);
    },
  },
});
