import { z } from 'zod';
import { pastDay } from '../wire/validationRules.ts';
import { defineKind, type IntlShape } from './kind.ts';

/** English uses en-US with 12-hour times (spec 9). */
const getLocale = ({ locale }: IntlShape) => (locale === 'en' ? 'en-US' : locale);

/** Calendar day without a zone; a timestamp counts by its UTC day. */
const noon = (value: string) => new Date(`${value.slice(0, 10)}T12:00:00Z`);
const isValidDate = (date: Date) => !Number.isNaN(date.getTime());

const formats = new Map<string, Intl.DateTimeFormat>();
/** Returns a cached format. Creating one is slow. */
function getFormat(locale: string, timeZone: string | undefined, name: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${name}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...STYLES[name], timeZone });
  formats.set(key, made);
  return made;
}
const STYLES = {
  digits: {},
  long: { dateStyle: 'long' },
  day: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'long' },
  shortMonth: { year: 'numeric', month: 'short' },
  time: { hour: 'numeric', minute: '2-digit', hour12: true },
  seconds: { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
} as const;

/** Formats a calendar day: March 8, 2026. Returns other text unchanged. */
export function formatDay(value: string, intl: IntlShape, style: keyof typeof STYLES = 'long'): string {
  const date = noon(value);
  return isValidDate(date) ? getFormat(getLocale(intl), 'UTC', style).format(date) : value;
}

/** Formats a moment as day (Mar 8, 2026) and time (2:30 PM) in the business time zone. */
export function formatDayAndTime(value: string, intl: IntlShape, seconds = false): { day: string; time: string } {
  const date = new Date(value);
  if (!isValidDate(date)) return { day: value, time: '' };
  const { timeZone } = intl;
  return {
    day: getFormat(getLocale(intl), timeZone, 'day').format(date),
    time: getFormat(getLocale(intl), timeZone, seconds ? 'seconds' : 'time').format(date),
  };
}

/** Returns the current day as YYYY-MM-DD, in the given zone or the browser's. */
export const getToday = (timeZone?: string): string => getFormat('sv', timeZone, 'digits').format(new Date());

/** Converts a moment to the wall time of an <input type="datetime-local">. */
export function toWallTime(moment: string, timeZone?: string): string {
  const date = new Date(moment);
  if (!isValidDate(date)) return moment;
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return clock.format(date).replace(' ', 'T');
}

export interface DateOptions {
  /** Refuses future days. */
  past?: boolean;
  /** The first day of a month, shown as March 2026. */
  month?: boolean;
  /** I18n key of the error message. */
  message?: string;
}

/** Calendar day. */
export const date = defineKind<string, DateOptions>({
  name: 'date',
  schema: ({ past, message }, today) =>
    past ? pastDay(today, message) : z.iso.date({ error: message ?? 'validation.date' }),
  show: (value, { month }, intl) => ({
    text: formatDay(value, intl, month ? 'month' : 'long'),
    short: formatDay(value, intl, month ? 'shortMonth' : 'day'),
  }),
  input: 'date',
  filter: { operator: 'equals' },
  storage: 'text',
  holds: 'day',
  width: 92,
  options: ['past', 'month', 'message'],
});

/** Moment: ISO 8601 with a zone in records, business wall time in forms. `seconds` shows them. */
export const dateTime = defineKind<string, { seconds?: boolean }>({
  name: 'dateTime',
  schema: () => z.iso.datetime({ local: true, offset: true, error: 'validation.dateTime' }),
  show: (value, { seconds }, intl) => {
    const { day, time } = formatDayAndTime(value, intl, seconds);
    return { text: day, secondary: time };
  },
  input: 'dateTime',
  filter: { operator: 'equals', input: 'date' },
  storage: 'moment',
  width: 92,
  options: ['seconds'],
});
