import { DateTime } from 'luxon';
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

const PROFILE_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Words, numbers and signs. Patterns of whole ranges would take long on hostile texts. */
const listTokens = (text: string): string[] => text.toLowerCase().match(/\d+|[a-z]+|[^\s\da-z]/g) ?? [];
const isTo = (token = '') => ['-', '–', 'to'].includes(token);

const toTime = (hour = '', minute = '00', half = ''): string | undefined => {
  const isValid = half ? Number(hour) >= 1 && Number(hour) <= 12 : Number(hour) <= 24;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour) % 24;
  return isValid && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : undefined;
};

const findDay = (token = '') =>
  token.length < 3 ? -1 : PROFILE_WEEK.findIndex((day) => day.toLowerCase().startsWith(token.slice(0, 3)));

interface ClockTime {
  hour: string;
  minute: string | undefined;
  /** 'a' or 'p'. */
  half: string | undefined;
  next: number;
}

/** Reads a time such as 8, 8:30, 8AM or 8 a.m. that begins at a token. */
function readClockTime(tokens: readonly string[], at: number): ClockTime | undefined {
  const hour = tokens[at] ?? '';
  if (!/^\d{1,2}$/.test(hour)) return undefined;
  const hasMinute = tokens[at + 1] === ':' && /^\d\d$/.test(tokens[at + 2] ?? '');
  let next = at + (hasMinute ? 3 : 1);
  const half = /^[ap]m?$/.test(tokens[next] ?? '') ? tokens[next]?.[0] : undefined;
  if (half) next += tokens[next + 1] === '.' && tokens[next + 2] === 'm' ? 3 : 1;
  if (half && tokens[next] === '.') next += 1;
  return { hour, minute: hasMinute ? tokens[at + 2] : undefined, half, next };
}

/** Reads the ranges of hours of a text. */
function readHours(tokens: readonly string[]): { start: string; end: string }[] {
  const found: { start: string; end: string }[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const from = readClockTime(tokens, at);
    const to = from && isTo(tokens[from.next]) ? readClockTime(tokens, from.next + 1) : undefined;
    if (!from || !to || tokens[to.next] === ':') continue;
    const [start, end] = [toTime(from.hour, from.minute, from.half ?? to.half), toTime(to.hour, to.minute, to.half)];
    if (start && end && start !== end && (to.half || !from.half)) found.push({ start, end });
    at = to.next - 1;
  }
  return found;
}

/** Lists the days that a text names, by name, range, 'weekdays' or 'weekends'; every day if it names none. */
function readDays(text: string): string[] {
  if (/\bweekend/i.test(text)) return PROFILE_WEEK.slice(5);
  if (/\bweekday/i.test(text)) return PROFILE_WEEK.slice(0, 5);
  const tokens = listTokens(text);
  const named = tokens.flatMap((token, at) => {
    const from = findDay(token);
    if (from < 0 || (isTo(tokens[at - 1]) && findDay(tokens[at - 2]) >= 0)) return [];
    const last = isTo(tokens[at + 1]) ? findDay(tokens[at + 2]) : -1;
    const to = last < 0 ? from : last;
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => PROFILE_WEEK[(from + index) % 7] as string);
  });
  return named.length > 0 ? named : PROFILE_WEEK;
}

/**
 * Reads the working hours of a profile, such as 'Morning (8AM - 4PM)' or 'Weekends (7AM - 3PM)'; none if the text has no
 * hours, as with 'Custom'.
 */
export const readShiftTiming = memoize((timing: string): Shift[] => {
  const hours = readHours(listTokens(timing));
  const week = readDays(timing).flatMap((day) => hours.map((one) => ({ day, ...one })));
  return week.length > 0 ? [{ from: null, to: null, week, usual: true }] : [];
});
