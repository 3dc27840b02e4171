import { isDeepStrictEqual } from 'node:util';
import type { ValuesOf } from 'portal-frame';
import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import trips from '../resources/trips.ts';
import { measurePlannedMiles } from './plannedMiles.ts';

type Trip = ValuesOf<typeof trips>;

/** Ids of visits; null stands for one that the person may not see. */
const listVisits = (...lists: readonly (readonly (string | null)[] | null | undefined)[]) =>
  lists.flatMap((list) => (list ?? []).flatMap((id) => id ?? []));

type Context = Pick<TransactionHookContext, 'account' | 'db' | 'services'>;

/** Returns the visits whose address the person may know: one may have been given to another employee since. */
async function listKnown({ account, db }: Context, visits: string[]): Promise<string[]> {
  if (account?.role !== 'employee' || visits.length === 0) return visits;
  const own = db.selectFrom('appointments').select('id').where('id', 'in', visits);
  return (await own.where('employee_id', '=', account.id).execute()).map(({ id }) => id);
}

/** Fills in the miles of the planned route if none were typed, and the visits that share them. */
async function fillMiles(
  context: Context,
  { miles, employee, visits }: Pick<Trip, 'employee'> & Partial<Pick<Trip, 'miles' | 'visits'>>,
  former: number | null = null,
) {
  const listed = listVisits(visits);
  const sharers = listed.join(' ');
  if (typeof miles === 'number') return { planned: false, sharers };
  const known = await listKnown(context, listed);
  // The planned miles stay with a visit that is no longer the employee's: its address may be another now.
  if (known.length < listed.length && (former !== null || known.length === 0))
    return { miles: former, planned: true, sharers };
  return { miles: await measurePlannedMiles(context, { employee, visits: known }), planned: true, sharers };
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
      const former = before.planned && hasSameVisits ? before.miles : null;
      const filled = await fillMiles(context, { ...before, ...values, miles: isKept ? kept : values.miles }, former);
      return { ...filled, ...(hasSameVisits && { sharers: before.sharers }) };
    },
  },
});
