import { DateTime } from 'luxon';
import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import type { Place, Wanted } from '../store/appointmentSearch.ts';
import { dayRange, hasOffset, type Range } from '../time.ts';

const several = z.union([z.string().max(500), z.array(z.string().max(500)).max(10)]);

/** What a search may ask for; like other FHIR servers it ignores what it does not know. */
export const searchQuery = z.object({
  date: several.optional().describe('ge2026-03-01, lt2026-04-01, a day, or a moment with a zone; may come twice.'),
  status: several.optional().describe('booked, pending, fulfilled, cancelled; several with commas.'),
  _id: several.optional().describe('Ids with commas.'),
  _count: z.string().max(20).optional().describe('Resources of a page: 50, at most 500.'),
  _page: z.string().max(200).optional().describe('From the link to the next page.'),
  _format: z.string().max(100).optional().describe('json'),
});
type Query = z.infer<typeof searchQuery>;

const COUNT = 50;
const MOST = 500;
/** The end of time, for a range that is open. */
const FOREVER = 8.64e15;

const listOf = (value: string | string[] | undefined) => [value ?? []].flat();
const refuse = (parameter: string) => Refusal.at(parameter, 400, 'fhir.parameter', { name: parameter });

/** What our records are by FHIR's status; any other word is right and finds nothing. */
const STATUSES: Record<string, NonNullable<Wanted['states']>[number]> = {
  booked: { status: 'Pending', assigned: true },
  pending: { status: 'Pending', assigned: false },
  fulfilled: { status: 'Completed' },
  cancelled: { status: 'Rejected' },
};

/** A day of the business, or a moment, as the time it takes. */
function timeOf(text: string, zone: string): Range {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    if (DateTime.fromISO(text, { zone }).isValid) return dayRange(text, zone);
    throw refuse('date');
  }
  const moment = DateTime.fromISO(text, { setZone: true });
  if (!hasOffset(text) || !moment.isValid) throw refuse('date');
  return { from: moment.toMillis(), to: moment.toMillis() + 1 };
}

/** What lies in all of the ranges that the prefixes tell (FHIR R4, search, prefixes). */
function rangeOf(dates: readonly string[], zone: string): Range | undefined {
  if (dates.length === 0) return undefined;
  const ranges = dates.map((text): Range => {
    const prefix = /^[a-z]{2}/.exec(text)?.[0] ?? '';
    const rest = text.slice(prefix.length);
    const { from, to } = timeOf(rest, zone);
    if (prefix === '' || prefix === 'eq') return { from, to };
    if (prefix === 'ge') return { from, to: FOREVER };
    if (prefix === 'gt' || prefix === 'sa') return { from: to, to: FOREVER };
    if (prefix === 'le') return { from: -FOREVER, to };
    if (prefix === 'lt' || prefix === 'eb') return { from: -FOREVER, to: from };
    throw refuse('date');
  });
  return { from: Math.max(...ranges.map(({ from }) => from)), to: Math.min(...ranges.map(({ to }) => to)) };
}

/** The place in the list that a page begins behind, as it stands in a link. */
export const tokenOf = ({ at, id }: Place) => `${at}-${id}`;
function placeOf(token: string | undefined): Place | undefined {
  if (token === undefined) return undefined;
  const [, at, id] = /^(-?\d{1,16})-([\w-]{1,64})$/.exec(token) ?? [];
  if (!at || !id) throw refuse('_page');
  return { at: Number(at), id };
}

/** A search as our store knows it. Throws a Refusal (400) for a value that cannot be understood. */
export function readSearch(query: Query, zone: string): Wanted {
  const count = query._count === undefined ? COUNT : Number(query._count);
  if (!Number.isInteger(count) || count < 1) throw refuse('_count');
  const statuses = listOf(query.status).flatMap((text) => text.split(','));
  const ids = listOf(query._id).flatMap((text) => text.split(','));
  // Without a system, or in the one that FHIR has for them.
  const codes = statuses.map((text) => text.replace(/^(http:\/\/hl7\.org\/fhir\/appointmentstatus)?\|/, ''));
  return {
    scheduled: rangeOf(listOf(query.date), zone),
    states: query.status === undefined ? undefined : codes.flatMap((code) => STATUSES[code] ?? []),
    ids: query._id === undefined ? undefined : ids,
    behind: placeOf(query._page),
    most: Math.min(count, MOST),
  };
}
