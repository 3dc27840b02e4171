import type { TimeRange } from 'portal-frame/server';
import { between, type ColumnCondition, compileCondition, type Db } from 'portal-frame/server/database';
import { matching, type Owner, ownedBy } from './appointments.ts';
import type { AppointmentRow } from './schema.ts';

export interface Place {
  at: number;
  id: string;
}

/** Missing conditions match everything. */
export interface AppointmentSearch {
  scheduled?: TimeRange | undefined;
  /** Matches any of these. */
  states?: readonly (readonly ColumnCondition[])[] | undefined;
  ids?: readonly string[] | undefined;
  /** Returns only appointments after this one. */
  behind?: Place | undefined;
  most: number;
}

/** Finds up to `most` + 1 appointments, latest first. Uses keyset pagination, so that all pages cost the same. */
export async function searchAppointments(
  db: Db,
  owner: Owner | undefined,
  { behind, most, ...search }: AppointmentSearch,
): Promise<AppointmentRow[]> {
  let query = matchingSearch(db, owner, search)?.selectAll();
  if (!query) return [];
  if (behind)
    query = query
      .where('scheduled_at', '<=', behind.at)
      .where((of) => of.or([of('scheduled_at', '<', behind.at), of('id', '<', behind.id)]));
  return query
    .orderBy('scheduled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute();
}

/** Counts the matching appointments of all pages. */
export async function countSearched(db: Db, owner: Owner | undefined, search: AppointmentSearch): Promise<number> {
  const query = matchingSearch(db, owner, search)?.select((of) => of.fn.countAll<number>().as('count'));
  return Number((await query?.executeTakeFirst())?.count ?? 0);
}

/** Undefined if nothing can match. */
function matchingSearch(
  db: Db,
  owner: Owner | undefined,
  { scheduled, states, ids }: Omit<AppointmentSearch, 'behind' | 'most'>,
) {
  if (states?.length === 0 || ids?.length === 0) return undefined;
  const only = states?.length === 1 ? states.flat() : [];
  let query = matching(db, [...ownedBy(owner), ...between('scheduled_at', scheduled ?? {}), ...only]);
  if (states && only.length === 0)
    query = query.where((of) => of.or(states.map((one) => of.and(one.map(compileCondition)))));
  if (ids) query = query.where('id', 'in', ids);
  return query;
}
