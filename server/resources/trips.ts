import { isDeepStrictEqual } from 'node:util';
import type { ValuesOf } from 'portal-frame';
import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import trips from '../../src/resources/trips.ts';
import { measurePlannedMiles } from '../money/plannedMiles.ts';
import { settleVisits } from '../money/settleVisits.ts';

type Trip = ValuesOf<typeof trips>;

/** Ids of visits; null stands for one that the person may not see. */
const listVisits = (...lists: readonly (readonly (string | null)[] | null | undefined)[]) =>
  lists.flatMap((list) => (list ?? []).flatMap((id) => id ?? []));

/** Fills in the miles of the planned route if none were typed, and the number of visits. */
async function fillMiles(
  context: Pick<TransactionHookContext, 'db' | 'services'>,
  { miles, employee, visits }: Pick<Trip, 'employee'> & Partial<Pick<Trip, 'miles' | 'visits'>>,
) {
  const shares = visits?.length ?? 0;
  if (typeof miles === 'number') return { planned: false, shares };
  return { miles: await measurePlannedMiles(context, { employee, visits: listVisits(visits) }), planned: true, shares };
}

export default defineHooks(trips, {
  before: {
    create: (context) => fillMiles(context, context.values),
    async change(context) {
      const { values, before } = context;
      const hasSameVisits = !('visits' in values) || isDeepStrictEqual(values.visits, before.visits);
      // Other visits make another route.
      const isKept = !('miles' in values) || values.miles === before.miles;
      const kept = before.planned ? null : before.miles;
      const filled = await fillMiles(context, { ...before, ...values, miles: isKept ? kept : values.miles });
      return { ...filled, ...(hasSameVisits && { shares: before.shares }) };
    },
  },
  after: {
    create: (context) => settleVisits(context, listVisits(context.values.visits)),
    change: (context) => settleVisits(context, listVisits(context.values.visits, context.before.visits)),
    delete: (context) => settleVisits(context, listVisits(context.values.visits)),
  },
});
