import { DateTime } from 'luxon';
import { getToday, parseLocalTime } from '../../frame/server/base/time.ts';

/** The demo's days, counted from today (yesterday is -1) in the business time zone. */
export interface Clock {
  now: number;
  timeZone: string;
  /** Today's: 0 for Monday. */
  weekday: number;
  /** The day as YYYY-MM-DD. */
  day(offset: number): string;
  /** The moment (ms) that lies so many minutes after midnight, by the clock on the wall. */
  at(offset: number, minute: number): number;
}

export function createClock(timeZone: string, now = Date.now()): Clock {
  const start = DateTime.fromISO(getToday(timeZone, now), { zone: 'utc' });
  const day = (offset: number) => start.plus({ days: offset }).toFormat('yyyy-MM-dd');
  const wall = (minute: number) => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
  return {
    now,
    timeZone,
    weekday: start.weekday - 1,
    day,
    at: (offset, minute) => parseLocalTime(`${day(offset)}T${wall(minute).join(':')}`, timeZone),
  };
}
