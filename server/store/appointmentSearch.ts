import type { Where } from 'portal-frame';
import type { Services, TimeRange } from 'portal-frame/server';
import { selectRows } from 'portal-frame/server/database';
import { type Owner, ownedBy } from './appointments.ts';
import type { AppointmentRow } from './schema.ts';

export interface PagePosition {
  at: number;
  id: string;
}

/** Missing conditions match everything. */
export interface AppointmentSearch {
  scheduled?: TimeRange | undefined;
  /** Matches any of these. */
  states?: readonly Where[] | undefined;
  ids?: readonly string[] | undefined;
  /** Returns only appointments after this one. */
  after?: PagePosition | undefined;
  most: number;
}

/** Finds up to `most` + 1 appointments, latest first. Uses keyset pagination, so that all pages cost the same. */
export async function searchAppointments(
  services: Services,
  owner: Owner | undefined,
  { after, most, ...search }: AppointmentSearch,
): Promise<AppointmentRow[]> {
  let query = selectMatching(services, owner, search)?.selectAll();
  if (!query) return [];
  if (after)
    query = query
      .where('scheduled_at', '<=', after.at)
      .where((of) => of.or([of('scheduled_at', '<', after.at), of('id', '<', after.id)]));
  return query
    .orderBy('scheduled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute();
}

/** Counts the matching appointments of all pages. */
export async function countSearched(
  services: Services,
  owner: Owner | undefined,
  search: AppointmentSearch,
): Promise<number> {
  const query = selectMatching(services, owner, search)?.select((of) => of.fn.countAll<number>().as('count'));
  return Number((await query?.executeTakeFirst())?.count ?? 0);
}

/** Selects the matching appointments of all pages; undefined if nothing can match. */
function selectMatching(
  services: Services,
  owner: Owner | undefined,
  { scheduled, states, ids }: Omit<AppointmentSearch, 'after' | 'most'>,
) {
  if (states?.length === 0 || ids?.length === 0) return undefined;
  const where = [
    ownedBy(owner),
    ...(states ? [states.length === 1 ? (states[0] ?? {}) : { or: states }] : []),
    ...(ids ? [{ id: ids }] : []),
  ];
  const query = { where: { and: where }, me: owner?.id, sort: 'appointmentDateTime' };
  const rows = selectRows<'appointments'>(services, 'appointments', query);
  if (!scheduled) return rows;
  return rows.where('scheduled_at', '>=', scheduled.from).where('scheduled_at', '<', scheduled.to);
}
