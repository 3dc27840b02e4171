import { z } from 'zod';
import { asList, asObject, asText, parseJson, WEEKDAYS } from './wireValues.ts';

/** Opening hours of a weekday as HH:MM, 24-hour; null if not set. */
export interface Timing {
  day: string;
  start: string | null;
  end: string | null;
}

/** Day of the wire's timestamps, in UTC (spec 5). */
const REFERENCE_DAY = '1970-01-01';

export const wireTiming = z.object({ day: z.string().max(20), time: z.array(z.string().max(64).nullable()).max(10) });
export type WireTiming = z.infer<typeof wireTiming>;

const toTimestamp = (time: string | null) => (time ? `${REFERENCE_DAY}T${time}:00.000Z` : null);

/** Reads HH:MM from a wire timestamp or a bare HH:MM; null if invalid. */
export function parseWireTime(value: unknown): string | null {
  const text = asText(value);
  if (/^\d{2}:\d{2}$/.test(text)) return text;
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString().slice(11, 16);
}

/** Converts timings to the form that calls send. */
export const toWireTimings = (timings: readonly Timing[]): WireTiming[] =>
  timings.map(({ day, start, end }) => ({ day, time: [toTimestamp(start), toTimestamp(end)] }));

/** Reads timings in week order, from a list or its JSON text. */
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
