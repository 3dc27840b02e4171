import { defineHooks } from 'portal-frame/server';
import trips from '../../src/resources/trips.ts';
import { settleVisits } from '../money/settleVisits.ts';

/** Ids of visits; null stands for one that the person may not see. */
const listVisits = (...lists: readonly (readonly (string | null)[] | null | undefined)[]) =>
  lists.flatMap((list) => (list ?? []).flatMap((id) => id ?? []));

export default defineHooks(trips, {
  after: {
    create: (context) => settleVisits(context, listVisits(context.values.visits)),
    change: (context) => settleVisits(context, listVisits(context.values.visits, context.before.visits)),
    delete: (context) => settleVisits(context, listVisits(context.values.visits)),
  },
});
