import { z } from 'zod';
import { asList, asObject, asText, parseJson, WEEKDAYS } from './wireValues.ts';

/** A weekday's opening hours in our words: HH:MM, 24-hour; null where a time is not set. */
export interface Timing {
  day: string;
  start: string | null;
  end: string | null;
}

/** On the wire times are timestamps on this fixed day in UTC; an empty time is null (spec 5). */
const REFERENCE_DAY = '1970-01-01';

export const wireTiming = z.object({ day: z.string().max(20), time: z.array(z.string().max(64).nullable()).max(10) });
export type WireTiming = z.infer<typeof wireTiming>;

const toTimestamp = (time: string | null) => (time ? `${REFERENCE_DAY}T${time}:00.000Z` : null);

/** HH:MM of a wire timestamp, or null. A bare HH:MM is taken as it is. */
export function parseWireTime(value: unknown): string | null {
  const text = asText(value);
  if (/^\d{2}:\d{2}$/.test(text)) return text;
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString().slice(11, 16);
}

export const toWireTimings = (timings: readonly Timing[]): WireTiming[] =>
  timings.map(({ day, start, end }) => ({ day, time: [toTimestamp(start), toTimestamp(end)] }));

/** Our timings, in the order of the week, from what a host sends: a list, or the same list as JSON text. */
export function fromWireTimings(value: unknown): Timing[] {
  const list = typeof value === 'string' ? parseJson(value) : value;
  return asList<unknown>(list)
    .map((entry) => {
      const { day, time } = asObject(entry);
      const [start, end] = asList<unknown>(time);
      return { day: asText(day), start: parseWireTime(start), end: parseWireTime(end) };
    })
    .sort((a, b) => weekday(a.day) - weekday(b.day));
}

const weekday = (day: string) => (WEEKDAYS as readonly string[]).indexOf(day);
