import { DateTime } from 'luxon';
import { z } from 'zod';
import { Refusal } from '../../frame/server/base/refusal.ts';
import { dayRange, hasOffset, type Range } from '../../frame/server/base/time.ts';
import { type Fact, fixed, is } from '../../frame/server/db/facts.ts';
import type { AppointmentSearch, Place } from '../store/appointmentSearch.ts';

export const several = z.union([z.string().max(500), z.array(z.string().max(500)).max(10)]);

/** What every search may ask for. */
export const paged = {
  _id: several.optional().describe('Ids with commas.'),
  _count: z.string().max(20).optional().describe('Resources of a page: 50, at most 500; 0 for their number alone.'),
  _page: z.string().max(200).optional().describe('From the link to the next page.'),
  _format: z.string().max(100).optional().describe('json'),
  _pretty: z.string().max(20).optional().describe('Accepted, and changes nothing.'),
};

/**
 * Refuses (400) parameters and modifiers that this search does not have: a client that asks for less must not be given
 * more. With `Prefer: handling=lenient` unknown parameters are ignored; a modifier of a known one never is (R4, search).
 */
export function refuseUnsupported(names: readonly string[], known: readonly string[], lenient: boolean): void {
  for (const name of names.filter((one) => !known.includes(one))) {
    const isModified = known.includes(name.split(/[:.]/)[0] ?? '');
    if (isModified || !lenient) throw Refusal.at(name, 400, 'fhir.unsupported', { name });
  }
}

/** The parameters of a search for appointments. */
export const searchQuery = z.object({
  date: several
    .optional()
    .describe('ge2026-03-01, lt2026-04-01, a year, month or day, or a moment with a zone; may come twice.'),
  status: several.optional().describe('booked, pending, fulfilled, cancelled; several with commas.'),
  ...paged,
});
type Query = z.infer<typeof searchQuery>;

const COUNT = 50;
const MOST = 500;
/** The end of time, for a range that is open. */
const FOREVER = 8.64e15;

export const listOf = (value: string | string[] | undefined) => [value ?? []].flat();
export const refuse = (parameter: string) => Refusal.at(parameter, 400, 'fhir.parameter', { name: parameter });

/** What our records are by FHIR's status; any other word is right and finds nothing. */
const STATUSES: Record<string, readonly Fact[]> = {
  booked: [fixed('status', 'Pending'), { column: 'employee_id', test: 'is not null' }],
  pending: [fixed('status', 'Pending'), is('employee_id', null)],
  fulfilled: [fixed('status', 'Completed')],
  cancelled: [fixed('status', 'Rejected')],
};

/** A year, month or day of the business, or a moment, as the time it takes. */
function timeOf(text: string, zone: string, parameter: string): Range {
  if (/^\d{4}(-\d{2})?$/.test(text)) {
    const start = DateTime.fromISO(text, { zone });
    if (!start.isValid) throw refuse(parameter);
    return { from: start.toMillis(), to: start.plus(text.length === 4 ? { years: 1 } : { months: 1 }).toMillis() };
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    if (DateTime.fromISO(text, { zone }).isValid) return dayRange(text, zone);
    throw refuse(parameter);
  }
  const moment = DateTime.fromISO(text, { setZone: true });
  if (!hasOffset(text) || !moment.isValid) throw refuse(parameter);
  return { from: moment.toMillis(), to: moment.toMillis() + 1 };
}

/** What lies in all of the ranges that the prefixes name (FHIR R4, search, prefixes). */
export function rangeOf(asked: string | string[] | undefined, zone: string, parameter: string): Range | undefined {
  const dates = listOf(asked);
  if (dates.length === 0) return undefined;
  const ranges = dates.map((text): Range => {
    const prefix = /^[a-z]{2}/.exec(text)?.[0] ?? '';
    const rest = text.slice(prefix.length);
    const { from, to } = timeOf(rest, zone, parameter);
    if (prefix === '' || prefix === 'eq') return { from, to };
    if (prefix === 'ge') return { from, to: FOREVER };
    if (prefix === 'gt' || prefix === 'sa') return { from: to, to: FOREVER };
    if (prefix === 'le') return { from: -FOREVER, to };
    if (prefix === 'lt' || prefix === 'eb') return { from: -FOREVER, to: from };
    throw refuse(parameter);
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

/** Words of a parameter, with commas or given several times; undefined where it was not given. */
export const wordsOf = (value: string | string[] | undefined): string[] | undefined =>
  value === undefined ? undefined : listOf(value).flatMap((text) => text.split(','));

/** Codes without a system, or in the one that they have. */
export const codesOf = (value: string | string[] | undefined, system: string): string[] | undefined =>
  wordsOf(value)?.map((text) => {
    const [before, code] = text.split('|');
    return code !== undefined && (before === '' || before === system) ? code : text;
  });

/** As many as a page is to hold; 0 asks for the number of matches alone. Throws a Refusal (400) for what is no number. */
export function countOf({ _count }: { _count?: string | undefined }): number {
  const count = _count === undefined ? COUNT : Number(_count);
  if (!Number.isInteger(count) || count < 0) throw refuse('_count');
  return Math.min(count, MOST);
}

/** A search as our store knows it. Throws a Refusal (400) for a value that cannot be understood. */
export function readSearch(query: Query, zone: string): AppointmentSearch {
  const codes = codesOf(query.status, 'http://hl7.org/fhir/appointmentstatus');
  return {
    scheduled: rangeOf(query.date, zone, 'date'),
    states: codes?.flatMap((code) => (STATUSES[code] ? [STATUSES[code]] : [])),
    ids: wordsOf(query._id),
    behind: placeOf(query._page),
    most: countOf(query),
  };
}
