import type { IntlShape } from '../../fields/kind.ts';
import { createWallClock } from '../shared/wallClock.ts';

/** A calendar shows a day or the week around it, Monday to Sunday. */
export type CalendarSpan = 'day' | 'week';

/** A calendar day is 'YYYY-MM-DD', without a zone; the arithmetic is done at noon in UTC, where no clock is changed. */
const toNoon = (day: string) => new Date(`${day}T12:00:00Z`);

export function addDays(day: string, count: number): string {
  const date = toNoon(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The days that are shown: the day itself, or its week. */
export function getDays(day: string, span: CalendarSpan): string[] {
  if (span === 'day') return [day];
  const monday = addDays(day, -((toNoon(day).getUTCDay() + 6) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(toNoon(value).getTime());

/** The zone's distance from UTC at this moment, as '+05:30'. */
export function getUtcOffset(timeZone: string | undefined, now = Date.now()): string {
  const wall = createWallClock(timeZone)(now) ?? '';
  const minutes = Math.round((Date.parse(`${wall}Z`) - now) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const away = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`;
}

/** Wall time some seconds later. */
export const addSeconds = (wall: string, seconds: number): string =>
  new Date(Date.parse(`${wall}Z`) + seconds * 1000).toISOString().slice(0, 19);

/** What a date of the calendar library says: wall time, by the browser's own clock. */
export const toWallTime = (date: Date): string =>
  addSeconds(date.toISOString().slice(0, 19), date.getTimezoneOffset() * -60);

/** The time of day of wall time: '2:30 PM'. */
export function formatTimeOfDay(wall: string, locale: string): string {
  const language = locale === 'en' ? 'en-US' : locale;
  const format = { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' } as const;
  return new Date(`${wall}Z`).toLocaleTimeString(language, format);
}

/** Wall time some minutes later, still on the same day: what goes beyond midnight is cut. */
export function addMinutesWithinDay(wall: string, minutes: number): string {
  const day = wall.slice(0, 10);
  const end = addSeconds(wall, minutes * 60);
  return end.startsWith(day) ? end : `${addDays(day, 1)}T00:00:00`;
}

/** The title of a span as people read it: Monday, March 9, 2026; or March 9 – 15, 2026. */
export function formatSpanTitle(days: readonly string[], { locale }: Pick<IntlShape, 'locale'>): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const language = locale === 'en' ? 'en-US' : locale;
  if (days.length === 1) return toNoon(first).toLocaleDateString(language, { dateStyle: 'full', timeZone: 'UTC' });
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    toNoon(first),
    toNoon(last),
  );
}
