import type { TimeRange } from '../../frame/server/base/time.ts';
import { between, type ColumnCondition, compileCondition } from '../../frame/server/db/columnConditions.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { matching, type Owner, ownedBy } from './appointments.ts';
import type { AppointmentRow } from './schema.ts';

/** Where a row stands in the order of time. */
export interface Place {
  at: number;
  id: string;
}

/** Which appointments a search wants; what is left out does not narrow. */
export interface AppointmentSearch {
  scheduled?: TimeRange | undefined;
  /** In any of these states. */
  states?: readonly (readonly ColumnCondition[])[] | undefined;
  ids?: readonly string[] | undefined;
  /** Only what comes after this place. */
  behind?: Place | undefined;
  most: number;
}

/**
 * Appointments from the latest time to the earliest: `most` of them, and one more where there are more. A page is found
 * by its place and not by its number, so that the last one costs what the first does and none is met twice.
 */
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

/** Counts the appointments that a search wants, on all pages. */
export async function countSearched(db: Db, owner: Owner | undefined, search: AppointmentSearch): Promise<number> {
  const query = matchingSearch(db, owner, search)?.select((of) => of.fn.countAll<number>().as('count'));
  return Number((await query?.executeTakeFirst())?.count ?? 0);
}

/** The appointments that meet a search; undefined if none can. */
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
