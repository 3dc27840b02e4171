import { DateTime } from 'luxon';
import type { Where } from 'portal-frame';
import { getDayRange, HttpError, hasOffset, type TimeRange } from 'portal-frame/server';
import { z } from 'zod';
import type { AppointmentSearch, PagePosition } from '../../../server/store/appointmentSearch.ts';

export const repeatable = z.union([z.string().max(500), z.array(z.string().max(500)).max(10)]);

export const pageParameters = {
  _id: repeatable.optional().describe('Ids with commas.'),
  _count: z.string().max(20).optional().describe('Resources of a page: 50, at most 500; 0 for their number alone.'),
  _page: z.string().max(200).optional().describe('From the link to the next page.'),
  _format: z.string().max(100).optional().describe('json'),
  _pretty: z.string().max(20).optional().describe('Accepted, and changes nothing.'),
};

/** Rejects (400) unknown parameters, since ignoring them widens results, unless `lenient`; modifiers always. */
export function rejectUnsupported(names: readonly string[], known: readonly string[], lenient: boolean): void {
  for (const name of names.filter((one) => !known.includes(one))) {
    const isModified = known.includes(name.split(/[:.]/)[0] ?? '');
    if (isModified || !lenient) throw HttpError.forField(name, 400, 'fhir.unsupported', { name });
  }
}

export const appointmentQuery = z.object({
  date: repeatable
    .optional()
    .describe('ge2026-03-01, lt2026-04-01, a year, month or day, or a moment with a zone; may come twice.'),
  status: repeatable.optional().describe('booked, pending, fulfilled, cancelled; several with commas.'),
  ...pageParameters,
});
type Query = z.infer<typeof appointmentQuery>;

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 500;
const FOREVER = 8.64e15;

export const toList = (value: string | string[] | undefined) => [value ?? []].flat();
export const createParameterError = (parameter: string) =>
  HttpError.forField(parameter, 400, 'fhir.parameter', { name: parameter });

const STATUS_FILTERS: Record<string, Where> = {
  booked: { status: 'Pending', employee: { exists: true } },
  pending: { status: 'Pending', employee: null },
  fulfilled: { status: 'Completed' },
  cancelled: { status: 'Rejected' },
};

/** Parses a year, month, day or moment to its range of time. */
function parseTime(text: string, zone: string, parameter: string): TimeRange {
  if (/^\d{4}(-\d{2})?$/.test(text)) {
    const start = DateTime.fromISO(text, { zone });
    if (!start.isValid) throw createParameterError(parameter);
    return { from: start.toMillis(), to: start.plus(text.length === 4 ? { years: 1 } : { months: 1 }).toMillis() };
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    if (DateTime.fromISO(text, { zone }).isValid) return getDayRange(text, zone);
    throw createParameterError(parameter);
  }
  const moment = DateTime.fromISO(text, { setZone: true });
  if (!hasOffset(text) || !moment.isValid) throw createParameterError(parameter);
  return { from: moment.toMillis(), to: moment.toMillis() + 1 };
}

/** Parses a date parameter to the range in which all its values agree (FHIR R4, search, prefixes). */
export function parseRange(
  asked: string | string[] | undefined,
  zone: string,
  parameter: string,
): TimeRange | undefined {
  const dates = toList(asked);
  if (dates.length === 0) return undefined;
  const ranges = dates.map((text): TimeRange => {
    const prefix = /^[a-z]{2}/.exec(text)?.[0] ?? '';
    const rest = text.slice(prefix.length);
    const { from, to } = parseTime(rest, zone, parameter);
    if (prefix === '' || prefix === 'eq') return { from, to };
    if (prefix === 'ge') return { from, to: FOREVER };
    if (prefix === 'gt' || prefix === 'sa') return { from: to, to: FOREVER };
    if (prefix === 'le') return { from: -FOREVER, to };
    if (prefix === 'lt' || prefix === 'eb') return { from: -FOREVER, to: from };
    throw createParameterError(parameter);
  });
  return { from: Math.max(...ranges.map(({ from }) => from)), to: Math.min(...ranges.map(({ to }) => to)) };
}

export const toPageToken = ({ at, id }: PagePosition) => `${at}-${id}`;
function parsePageToken(token: string | undefined): PagePosition | undefined {
  if (token === undefined) return undefined;
  const [, at, id] = /^(-?\d{1,16})-([\w-]{1,64})$/.exec(token) ?? [];
  if (!at || !id) throw createParameterError('_page');
  return { at: Number(at), id };
}

/** Splits repeated and comma-separated values; undefined if the parameter is missing. */
export const splitAtCommas = (value: string | string[] | undefined): string[] | undefined =>
  value === undefined ? undefined : toList(value).flatMap((text) => text.split(','));

/** Accepts codes without a system or with this one. */
export const parseCodes = (value: string | string[] | undefined, system: string): string[] | undefined =>
  splitAtCommas(value)?.map((text) => {
    const [before, code] = text.split('|');
    return code !== undefined && (before === '' || before === system) ? code : text;
  });

/** Parses the page size; 0 asks for the total only. Throws an HttpError (400) for an invalid number. */
export function parsePageSize({ _count }: { _count?: string | undefined }): number {
  const count = _count === undefined ? DEFAULT_PAGE_SIZE : Number(_count);
  if (!Number.isInteger(count) || count < 0) throw createParameterError('_count');
  return Math.min(count, MAX_PAGE_SIZE);
}

/** Parses a search for appointments. Throws an HttpError (400) for an invalid value. */
export function parseAppointmentSearch(query: Query, zone: string): AppointmentSearch {
  const codes = parseCodes(query.status, 'http://hl7.org/fhir/appointmentstatus');
  return {
    scheduled: parseRange(query.date, zone, 'date'),
    states: codes?.flatMap((code) => (STATUS_FILTERS[code] ? [STATUS_FILTERS[code]] : [])),
    ids: splitAtCommas(query._id),
    after: parsePageToken(query._page),
    most: parsePageSize(query),
  };
}
