import { LRUCache } from 'lru-cache';
import { DateTime, IANAZone } from 'luxon';

/** Offsets change only at full quarters of an hour of UTC. */
const QUARTER_HOUR_MS = 900_000;

/** A time zone that keeps its offsets. Asking `Intl` takes longer than the rest of the parsing of a time. */
class CachedZone extends IANAZone {
  readonly #offsets = new LRUCache<number, number>({ max: 10_000 });
  override offset(at: number): number {
    const quarter = Math.floor(at / QUARTER_HOUR_MS);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = super.offset(at);
    if (!Number.isNaN(offset)) this.#offsets.set(quarter, offset);
    return offset;
  }
}

const cachedZones = new LRUCache<string, CachedZone>({ max: 20 });

function getZone(name: string): CachedZone {
  const zone = cachedZones.get(name) ?? new CachedZone(name);
  cachedZones.set(name, zone);
  return zone;
}

/** Time range in milliseconds since 1970; `to` is exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A week with its chart label: 'Mar 2 - Mar 8'. */
export interface Week extends TimeRange {
  label: string;
}

/**
 * Returns the first instant with this wall time. Luxon moves skipped times forward. Its choice between two doubled
 * times varies with the current offset, so this function always takes the earlier.
 */
function toEarliestInstant(time: DateTime): number {
  if (!time.isValid) throw new RangeError(`Not a time: ${time.invalidExplanation ?? time.invalidReason}`);
  return Math.min(...time.getPossibleOffsets().map((one) => one.toMillis()));
}

const startOfDay = (time: DateTime) => toEarliestInstant(time.startOf('day'));

type Unit = 'day' | 'week' | 'month';

/** Returns the time from the first day of a period, at noon, to that of the next one. */
const toRange = (noon: DateTime, unit: Unit): TimeRange => ({
  from: startOfDay(noon),
  to: startOfDay(noon.plus({ [unit]: 1 })),
});

const startOfUnit = (time: DateTime, unit: Unit) => time.startOf(unit).set({ hour: 12 });

/** Cached because computing a range takes longer than the query that uses it. */
const cachedDayRanges = new LRUCache<string, TimeRange>({ max: 400 });

/** Returns start and end (ms) of a calendar day (YYYY-MM-DD) in `zone`. Throws a RangeError for an invalid day. */
export function getDayRange(day: string, zone: string): TimeRange {
  const key = `${day} ${zone}`;
  const cached = cachedDayRanges.get(key);
  if (cached) return cached;
  const range = toRange(DateTime.fromISO(`${day}T12:00`, { zone }), 'day');
  cachedDayRanges.set(key, range);
  return range;
}

let cachedToday = { key: '', day: '' };

/** Returns the current calendar day in `zone` as YYYY-MM-DD. */
export function getToday(zone: string, now = Date.now()): string {
  const key = `${Math.floor(now / QUARTER_HOUR_MS)} ${zone}`;
  if (key !== cachedToday.key)
    cachedToday = { key, day: DateTime.fromMillis(now, { zone: getZone(zone) }).toFormat('yyyy-MM-dd') };
  return cachedToday.day;
}

const OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** True if an ISO date and time ends in an offset. */
export function hasOffset(text: string): boolean {
  const at = text.search(/T/i);
  return at > 0 && OFFSET.test(text.slice(at));
}

/** A time as JSON writes it, which needs no time zone. */
const JSON_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Parses an ISO date and time to milliseconds since 1970. Text without an offset is wall time in `zone`. A skipped wall
 * time moves forward; a doubled one means the first. Throws a RangeError for invalid text.
 */
export function parseLocalTime(text: string, zone: string): number {
  const at = JSON_TIME.test(text) ? Date.parse(text) : Number.NaN;
  // V8 takes February 30th.
  if (!Number.isNaN(at) && toIsoString(at) === text) return at;
  const time = DateTime.fromISO(text, { zone: getZone(zone) });
  return hasOffset(text) && time.isValid ? time.toMillis() : toEarliestInstant(time);
}

/** True if clocks in `zone` show this wall time at that instant; false for a time that daylight saving skips. */
export const isWallTime = (text: string, at: number, zone: string): boolean =>
  toMinuteText(DateTime.fromMillis(at, { zone: getZone(zone) })) ===
  toMinuteText(DateTime.fromISO(text, { zone: 'utc' }));

const toMinuteText = (time: DateTime) => time.toISO({ includeOffset: false })?.slice(0, -':00.000'.length);

/** Returns the calendar month of `now` in `zone`. */
export function getMonthRange(zone: string, now = Date.now()): TimeRange {
  return toRange(startOfUnit(DateTime.fromMillis(now, { zone }), 'month'), 'month');
}

/** Returns the last `count` weeks in `zone`, Monday to Sunday, oldest first, with the current week as the last. */
export function getLastWeeks(zone: string, count: number, now = Date.now()): Week[] {
  const monday = startOfUnit(DateTime.fromMillis(now, { zone, locale: 'en-US' }), 'week');
  return Array.from({ length: count }, (_, index) => {
    const start = monday.minus({ weeks: count - 1 - index });
    const label = `${start.toFormat('LLL d')} - ${start.plus({ days: 6 }).toFormat('LLL d')}`;
    return { label, ...toRange(start, 'week') };
  });
}

/** A day, week or month of a report: its first day and the first day after it. */
export interface Period extends TimeRange {
  day: string;
  nextDay: string;
}

/** Lists the latest `maxCount` periods in `zone` from `from` to `to` (milliseconds or calendar days), oldest first. */
export function listPeriods(
  zone: string,
  by: Unit,
  from: number | string,
  to: number | string,
  maxCount: number,
): Period[] {
  const toStart = (time: number | string) =>
    startOfUnit(
      typeof time === 'number' ? DateTime.fromMillis(time, { zone }) : DateTime.fromISO(time.slice(0, 10), { zone }),
      by,
    );
  const first = toStart(from);
  const periods: Period[] = [];
  for (let start = toStart(to); start >= first && periods.length < maxCount; start = start.minus({ [by]: 1 })) {
    const [day, nextDay] = [start, start.plus({ [by]: 1 })].map((time) => time.toFormat('yyyy-MM-dd')) as [
      string,
      string,
    ];
    periods.push({ day, nextDay, ...toRange(start, by) });
  }
  return periods.reverse();
}

/** Formats an instant in `zone`: 'Mar 10, 2026, 9:15 AM'. */
export function formatDateTime(time: number, zone: string): string {
  return DateTime.fromMillis(time, { zone, locale: 'en-US' }).toFormat('LLL d, yyyy, h:mm a');
}

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
let cachedIsoDay = { day: Number.NaN, head: '' };

/** Returns the text of `toISOString` in a fifth of its time: it caches the day, which sorted lists repeat. */
export function toIsoString(moment: number): string {
  const day = Math.floor(moment / DAY_MS);
  if (day !== cachedIsoDay.day)
    cachedIsoDay = { day, head: new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length) };
  const time = moment - day * DAY_MS;
  const seconds = Math.floor(time / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${cachedIsoDay.head}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[seconds % 60]}.${String(time % 1000).padStart(3, '0')}Z`;
}
