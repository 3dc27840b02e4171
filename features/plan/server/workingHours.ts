import { DateTime } from 'luxon';
import { getDayRange, parseLocalTime } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { readShiftWeek } from '../../../server/store/shiftTiming.ts';
import { memoize, memoizeByDay } from './memoize.ts';
import type { Shift, WeekTime } from './planRules.ts';

/** Milliseconds. */
export interface Hours {
  from: number;
  to: number;
}

/** The moment of a wall time. */
export const toMoment = memoize((day: string, time: string, zone: string) => parseLocalTime(`${day}T${time}`, zone));
/** Wall times of each day, HH:MM, both included. */
export interface WallTimes {
  from: string;
  to: string;
}

const toWallTime = (at: number, zone: string) => DateTime.fromMillis(at, { zone }).toFormat('HH:mm');

/** True if a moment lies within these times of its day. */
export function isWithin({ from, to }: WallTimes, at: number, zone: string): boolean {
  const time = toWallTime(at, zone);
  return from <= time && time <= to;
}

/** Widens the times at which patients are visited to those of a visit. */
export function includeTime(times: WallTimes, at: number, zone: string): WallTimes {
  const own = toWallTime(at, zone);
  const [from = own, , to = own] = [own, times.from, times.to].toSorted();
  return { from, to };
}

export const getDayHours: (day: string, zone: string) => Hours = memoize(getDayRange);

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const getWeekday = memoize((day: string) => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]);

/** Lists the times that begin on a day. A time that ends before it begins ends on the next day. */
export function listHours(week: readonly WeekTime[], day: string, zone: string): Hours[] {
  return week.flatMap(({ day: weekday, start, end }) => {
    if (weekday !== getWeekday(day) || !start || !end) return [];
    const last = end < start ? addDays(day, 1) : day;
    // 23:59 is the end of the day.
    const to = toMoment(last, end, zone) + (end === '23:59' ? 60_000 : 0);
    return [{ from: toMoment(day, start, zone), to }];
  });
}

/** Merges ranges whose gap is at most `maxGap`: 0 joins those that touch, -1 keeps them apart. */
export function mergeHours(hours: readonly Hours[], maxGap = 0): Hours[] {
  const merged: Hours[] = [];
  for (const { from, to } of hours.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from - last.to <= maxGap) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const covers = ({ from, to }: Shift, day: string) => (!from || from <= day) && (!to || day <= to);

/** Lists the working hours that begin on a day, by the shift with the shortest range. */
const listShiftHours = memoizeByDay((shifts: readonly Shift[], day, zone): Hours[] => {
  const length = ({ from, to, usual }: Shift) =>
    usual ? Infinity : from && to ? daysBetween(from, to) : from || to ? 1e6 : 1e7;
  const covering = shifts.filter((shift) => covers(shift, day));
  const shortest = Math.min(...covering.map(length));
  return covering.filter((one) => length(one) === shortest).flatMap(({ week }) => listHours(week, day, zone));
});

/** Lists the hours worked on a day without a pause, with those of the nights before and after; null if unknown. */
export const listBlocks = memoizeByDay((shifts: readonly Shift[], day, zone): Hours[] | null => {
  const range = getDayHours(day, zone);
  const near = [-1, 0, 1].flatMap((after) => listShiftHours(shifts, addDays(day, after), zone));
  const hours = mergeHours(near).filter(({ from, to }) => from < range.to && range.from < to);
  return hours.length > 0 || shifts.some((shift) => covers(shift, day)) ? hours : null;
});

/** Reads the working hours of a profile; none if the text has no hours. */
export const readShiftTiming = memoize((timing: string): Shift[] => {
  const week = readShiftWeek(timing);
  return week.length > 0 ? [{ from: null, to: null, week, usual: true }] : [];
});
