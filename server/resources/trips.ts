import { isDeepStrictEqual } from 'node:util';
import type { ValuesOf } from 'portal-frame';
import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import trips from '../../src/resources/trips.ts';
import { measurePlannedMiles } from '../money/plannedMiles.ts';

type Trip = ValuesOf<typeof trips>;

/** Ids of visits; null stands for one that the person may not see. */
const listVisits = (...lists: readonly (readonly (string | null)[] | null | undefined)[]) =>
  lists.flatMap((list) => (list ?? []).flatMap((id) => id ?? []));

/** Fills in the miles of the planned route if none were typed, and the visits that share them. */
async function fillMiles(
  context: Pick<TransactionHookContext, 'db' | 'services'>,
  { miles, employee, visits }: Pick<Trip, 'employee'> & Partial<Pick<Trip, 'miles' | 'visits'>>,
) {
  const listed = listVisits(visits);
  const sharers = listed.join(' ');
  if (typeof miles === 'number') return { planned: false, sharers };
  return { miles: await measurePlannedMiles(context, { employee, visits: listed }), planned: true, sharers };
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
      return { ...filled, ...(hasSameVisits && { sharers: before.sharers }) };
    },
  },
});
