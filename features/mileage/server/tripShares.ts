import type { CollectionRecord } from 'portal-frame';
import { type RecordsContext, records, systemContext } from 'portal-frame/server';

export type Trip = Pick<
  CollectionRecord<'trips'>,
  'id' | 'employee' | 'day' | 'miles' | 'visits' | 'shares' | 'sharers' | 'createdAt'
>;

const FIELDS = ['employee', 'day', 'miles', 'visits', 'shares', 'sharers', 'createdAt'] as const;

/** Finds trips, the first to be entered first. In a transaction, others that settle the same trips wait. */
export async function findTrips(context: RecordsContext, where: object): Promise<Trip[]> {
  const { records: found } = await records(systemContext(context)).find('trips', {
    where,
    fields: [...FIELDS],
    sort: { field: 'createdAt', order: 'ASC' },
    perPage: 10_000,
  });
  return found as Trip[];
}

/** Ids of the visits that share the miles, also of those that were erased since. */
export const listSharers = ({ sharers, visits }: Pick<Trip, 'sharers' | 'visits'>): readonly (string | null)[] =>
  sharers ? sharers.split(' ') : (visits ?? []);

/** Shares the miles of a trip among its visits, in hundredths that add up to the miles. */
export function prorateMiles(miles: number, visits: number): number[] {
  const all = Math.round(miles * 100);
  const share = Math.floor(all / visits);
  return Array.from({ length: visits }, (_, at) => share + (at < all - share * visits ? 1 : 0));
}

/** Sums the shares of trips, in hundredths of a mile by visit. */
export function shareMiles(trips: readonly Trip[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const trip of trips) {
    const sharers = listSharers(trip);
    const parts = prorateMiles(trip.miles ?? 0, trip.sharers ? sharers.length : (trip.shares ?? sharers.length));
    const present = new Set(trip.visits ?? []);
    for (const [at, visit] of sharers.entries())
      if (visit && present.has(visit)) shares.set(visit, (shares.get(visit) ?? 0) + (parts[at] ?? 0));
  }
  return shares;
}
