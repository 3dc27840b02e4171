import { DateTime } from 'luxon';
import { getToday, parseLocalTime } from 'portal-frame/server';

/** Days count from today (yesterday is -1) in the business time zone. */
export interface Clock {
  now: number;
  timeZone: string;
  /** Today's weekday; 0 is Monday. */
  weekday: number;
  /** YYYY-MM-DD. */
  day(offset: number): string;
  /** Milliseconds since 1970 of a wall time, given in minutes after midnight. */
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
