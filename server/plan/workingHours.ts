import { getDayRange, parseLocalTime } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { memoize, memoizeByDay } from './memoize.ts';
import type { Shift, WeekTime } from './planRules.ts';

/** Milliseconds. */
export interface Hours {
  from: number;
  to: number;
}

/** The moment of a wall time. */
export const toMoment = memoize((day: string, time: string, zone: string) => parseLocalTime(`${day}T${time}`, zone));
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

/** Lists the working hours that begin on a day, by the shift with the shortest range. */
const listShiftHours = memoizeByDay((shifts: readonly Shift[], day, zone): Hours[] => {
  const length = ({ from, to }: Shift) => (from && to ? daysBetween(from, to) : from || to ? 1e6 : 1e7);
  const covering = shifts.filter(({ from, to }) => (!from || from <= day) && (!to || day <= to));
  const shortest = Math.min(...covering.map(length));
  return covering.filter((one) => length(one) === shortest).flatMap(({ week }) => listHours(week, day, zone));
});

/** Lists the hours worked on a day without a pause, with those of the nights before and after; null without any shift. */
export const listBlocks = (shifts: readonly Shift[], day: string, zone: string): Hours[] | null =>
  shifts.length === 0 ? null : listShiftBlocks(shifts, day, zone);

const listShiftBlocks = memoizeByDay((shifts: readonly Shift[], day, zone): Hours[] => {
  const range = getDayHours(day, zone);
  const near = [-1, 0, 1].flatMap((after) => listShiftHours(shifts, addDays(day, after), zone));
  return mergeHours(near).filter(({ from, to }) => from < range.to && range.from < to);
});
