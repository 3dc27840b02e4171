import type { IntlShape } from 'portal-frame';
import { createWallClock } from 'portal-frame/browser/plugins';
import { addDays, addMonths, toNoon } from 'portal-frame/wire';

/** A week runs from Monday to Sunday; a month has all days of its weeks. */
export const CALENDAR_SPANS = ['day', 'week', 'month'] as const;
export type CalendarSpan = (typeof CALENDAR_SPANS)[number];

const getMonday = (day: string) => addDays(day, -((toNoon(day).getUTCDay() + 6) % 7));

/** Returns the first day of the next or previous day, week or month. */
export function moveDay(day: string, span: CalendarSpan, count: 1 | -1): string {
  if (span === 'month') return addMonths(day, count);
  return span === 'week' ? addDays(getMonday(day), 7 * count) : addDays(day, count);
}

/** Returns the days that the calendar shows around a day: the day, its week, or all weeks of its month. */
export function getDays(day: string, span: CalendarSpan): string[] {
  if (span === 'day') return [day];
  const monday = getMonday(span === 'week' ? day : addMonths(day, 0));
  const end = addDays(getMonday(span === 'week' ? day : addDays(addMonths(day, 1), -1)), 7);
  const days: string[] = [];
  for (let next = monday; next < end; next = addDays(next, 1)) days.push(next);
  return days;
}

/** Returns the span of days from `getDays`. */
export const getSpan = ({ length }: readonly string[]): CalendarSpan =>
  length > 7 ? 'month' : length > 1 ? 'week' : 'day';

/** Returns the zone's current offset from UTC: '+05:30'. */
export function getUtcOffset(timeZone: string | undefined, now = Date.now()): string {
  const wall = createWallClock(timeZone)(now) ?? '';
  const minutes = Math.round((Date.parse(`${wall}Z`) - now) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const away = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`;
}

export const addSeconds = (wall: string, seconds: number): string =>
  new Date(Date.parse(`${wall}Z`) + seconds * 1000).toISOString().slice(0, 19);

/** The library's dates are wall time in the browser's own zone. */
export const formatWallTime = (date: Date): string =>
  addSeconds(date.toISOString().slice(0, 19), date.getTimezoneOffset() * -60);

/** Formats wall time as time of day: '2:30 PM'. */
export function formatTimeOfDay(wall: string, locale: string): string {
  const language = locale === 'en' ? 'en-US' : locale;
  const format = { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' } as const;
  return new Date(`${wall}Z`).toLocaleTimeString(language, format);
}

/** Adds minutes to wall time and stops at midnight. */
export function addMinutesWithinDay(wall: string, minutes: number): string {
  const day = wall.slice(0, 10);
  const end = addSeconds(wall, minutes * 60);
  return end.startsWith(day) ? end : `${addDays(day, 1)}T00:00:00`;
}

/** Formats a period: 'Monday, March 9, 2026', 'March 9 – 15, 2026' or 'March 2026'. */
export function formatSpanTitle(days: readonly string[], { locale }: Pick<IntlShape, 'locale'>): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const language = locale === 'en' ? 'en-US' : locale;
  if (days.length === 1) return toNoon(first).toLocaleDateString(language, { dateStyle: 'full', timeZone: 'UTC' });
  if (getSpan(days) === 'month')
    return toNoon(addDays(first, 7)).toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    toNoon(first),
    toNoon(last),
  );
}

/** Formats wall times: 'May 4, 8:00 AM – May 9, 8:00 AM', 'May 4 – 9' for whole days, 'From May 4' without an end. */
export function formatPeriod(start: string, end: string | null, isDays: boolean, { locale, t }: IntlShape): string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, {
    ...{ month: 'short', day: 'numeric', timeZone: 'UTC' },
    ...(!isDays && { hour: 'numeric', minute: '2-digit', hour12: true }),
  });
  const toDate = (wall: string) => new Date(`${wall}Z`);
  if (end === null) return t('calendar.from', { from: format.format(toDate(start)) });
  return format.formatRange(toDate(start), toDate(isDays ? addSeconds(end, -1) : end));
}
