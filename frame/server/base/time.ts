import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';

/** A stretch of time in milliseconds since 1970, `to` exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A week as charts name it: 'Mar 2 - Mar 8'. */
export interface Week extends TimeRange {
  label: string;
}

/**
 * The first moment that shows this wall time. Luxon already moves a time skipped by daylight saving forward;
 * which of two doubled times it takes depends on the day it is asked, so that is settled here.
 */
function toEarliestInstant(time: DateTime): number {
  if (!time.isValid) throw new RangeError(`Not a time: ${time.invalidExplanation ?? time.invalidReason}`);
  return Math.min(...time.getPossibleOffsets().map((one) => one.toMillis()));
}

const startOfDay = (time: DateTime) => toEarliestInstant(time.startOf('day'));

/** Days that were asked for before, as every list of today asks again; to reckon one takes longer than its query. */
const cachedDayRanges = new LRUCache<string, TimeRange>({ max: 400 });

/** The calendar day `day` (YYYY-MM-DD) in `zone`: 23, 24 or 25 hours long. Throws a RangeError for what is no day. */
export function getDayRange(day: string, zone: string): TimeRange {
  const key = `${day} ${zone}`;
  let range = cachedDayRanges.get(key);
  if (!range) {
    const noon = DateTime.fromISO(`${day}T12:00`, { zone });
    range = { from: startOfDay(noon), to: startOfDay(noon.plus({ days: 1 })) };
    cachedDayRanges.set(key, range);
  }
  return range;
}

/** Within a quarter of an hour no clock anywhere comes to another day. */
const QUARTER_HOUR_MS = 900_000;
let cachedToday = { key: '', day: '' };

/** The calendar day it is in `zone`, as YYYY-MM-DD. */
export function getToday(zone: string, now = Date.now()): string {
  const key = `${Math.floor(now / QUARTER_HOUR_MS)} ${zone}`;
  if (key !== cachedToday.key) cachedToday = { key, day: DateTime.fromMillis(now, { zone }).toFormat('yyyy-MM-dd') };
  return cachedToday.day;
}

const OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** Whether an ISO date and time ends in an offset of its own. */
export function hasOffset(text: string): boolean {
  const at = text.search(/T/i);
  return at > 0 && OFFSET.test(text.slice(at));
}

/**
 * The moment an ISO date and time means: with an offset of its own as it stands, without one (what an
 * <input type="datetime-local"> gives) as wall time in `zone`. A skipped wall time moves forward by the gap,
 * of a doubled one the first counts. Throws a RangeError for what is no date and time.
 */
export function parseLocalTime(text: string, zone: string): number {
  const time = DateTime.fromISO(text, { zone });
  return hasOffset(text) && time.isValid ? time.toMillis() : toEarliestInstant(time);
}

/** True if the clocks in `zone` show this wall time at that moment: false for a time that daylight saving skips. */
export const isWallTime = (text: string, at: number, zone: string): boolean =>
  DateTime.fromMillis(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") ===
  DateTime.fromISO(text, { zone: 'utc' }).toFormat("yyyy-MM-dd'T'HH:mm");

/** The calendar month that `now` lies in, in `zone`. */
export function getMonthRange(zone: string, now = Date.now()): TimeRange {
  const month = DateTime.fromMillis(now, { zone }).startOf('month').set({ hour: 12 });
  return { from: startOfDay(month), to: startOfDay(month.plus({ months: 1 })) };
}

/** The last `count` weeks in `zone`, Monday to Sunday, oldest first; the current week is the last of them. */
export function getLastWeeks(zone: string, count: number, now = Date.now()): Week[] {
  const monday = DateTime.fromMillis(now, { zone, locale: 'en-US' }).startOf('week').set({ hour: 12 });
  return Array.from({ length: count }, (_, index) => {
    const start = monday.minus({ weeks: count - 1 - index });
    return {
      label: `${start.toFormat('LLL d')} - ${start.plus({ days: 6 }).toFormat('LLL d')}`,
      from: startOfDay(start),
      to: startOfDay(start.plus({ weeks: 1 })),
    };
  });
}

/** A day, week or month of a report: its first day, and the first after it. */
export interface Period extends TimeRange {
  day: string;
  nextDay: string;
}

/**
 * The periods in `zone` from the one that holds `from` to the one that holds `to` (moments, or calendar days), oldest
 * first; of too many the latest `most`.
 */
export function listPeriods(
  zone: string,
  by: 'day' | 'week' | 'month',
  from: number | string,
  to: number | string,
  most: number,
): Period[] {
  const noonOf = (one: number | string) =>
    (typeof one === 'number' ? DateTime.fromMillis(one, { zone }) : DateTime.fromISO(one.slice(0, 10), { zone }))
      .startOf(by)
      .set({ hour: 12 });
  const first = noonOf(from);
  const periods: Period[] = [];
  for (let start = noonOf(to); start >= first && periods.length < most; start = start.minus({ [`${by}s`]: 1 })) {
    const next = start.plus({ [`${by}s`]: 1 });
    periods.push({
      day: start.toFormat('yyyy-MM-dd'),
      nextDay: next.toFormat('yyyy-MM-dd'),
      from: startOfDay(start),
      to: startOfDay(next),
    });
  }
  return periods.reverse();
}

/** A moment as people read it in `zone`: 'Mar 10, 2026, 9:15 AM'. */
export function formatDateTime(time: number, zone: string): string {
  return DateTime.fromMillis(time, { zone, locale: 'en-US' }).toFormat('LLL d, yyyy, h:mm a');
}

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
let cachedIsoDay = { day: Number.NaN, head: '' };

/** A moment as `toISOString` writes it, in a fifth of its time: in lists by date one day follows itself. */
export function toIsoString(moment: number): string {
  const day = Math.floor(moment / DAY_MS);
  if (day !== cachedIsoDay.day)
    cachedIsoDay = { day, head: new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length) };
  const time = moment - day * DAY_MS;
  const seconds = Math.floor(time / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${cachedIsoDay.head}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[seconds % 60]}.${String(time % 1000).padStart(3, '0')}Z`;
}
