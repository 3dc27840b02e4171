import { z } from 'zod';
import { pastDay } from '../wire/rules.ts';
import { defineKind, type IntlShape } from './kind.ts';

/** Dates are en-US and times 12-hour (spec 9); other languages use their own words. */
const localeOf = ({ locale }: IntlShape) => (locale === 'en' ? 'en-US' : locale);

/** A calendar day without a zone: '2026-03-08' is that day for everybody. A timestamp counts by its day in UTC. */
const noon = (value: string) => new Date(`${value.slice(0, 10)}T12:00:00Z`);
const isDate = (date: Date) => !Number.isNaN(date.getTime());

const formats = new Map<string, Intl.DateTimeFormat>();
/** A format of a language and a zone, made once: making one takes longer than a hundred uses. */
function formatOf(locale: string, timeZone: string | undefined, name: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${name}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...STYLES[name], timeZone });
  formats.set(key, made);
  return made;
}
const STYLES = {
  long: { dateStyle: 'long' },
  day: { dateStyle: 'medium' },
  time: { hour: 'numeric', minute: '2-digit', hour12: true },
  seconds: { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
} as const;

/** March 8, 2026; or the text itself where it is no date. */
export function formatDay(value: string, intl: IntlShape): string {
  const date = noon(value);
  return isDate(date) ? formatOf(localeOf(intl), 'UTC', 'long').format(date) : value;
}

/** The same in the width of a column: Mar 8, 2026. */
function shortDay(value: string, intl: IntlShape): string {
  const date = noon(value);
  return isDate(date) ? formatOf(localeOf(intl), 'UTC', 'day').format(date) : value;
}

/** A moment as its day (Mar 8, 2026) and time (2:30 PM) in the business time zone. */
export function formatDayAndTime(value: string, intl: IntlShape, seconds = false): { day: string; time: string } {
  const date = new Date(value);
  if (!isDate(date)) return { day: value, time: '' };
  const { timeZone } = intl;
  return {
    day: formatOf(localeOf(intl), timeZone, 'day').format(date),
    time: formatOf(localeOf(intl), timeZone, seconds ? 'seconds' : 'time').format(date),
  };
}

/** The calendar day it is in a zone, the browser's own where it is not known: YYYY-MM-DD. */
export const getToday = (timeZone?: string): string => new Intl.DateTimeFormat('sv', { timeZone }).format(new Date());

/** A moment as an <input type="datetime-local"> takes it: wall time in a zone, to the minute. */
export function toWallTime(moment: string, timeZone?: string): string {
  const date = new Date(moment);
  if (!isDate(date)) return moment;
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return clock.format(date).replace(' ', 'T');
}

export interface DateOptions {
  /** Refuses days to come. */
  past?: boolean;
  /** The i18n key of the message for what is no such day. */
  message?: string;
}

/** A calendar day. */
export const date = defineKind<string, DateOptions>({
  name: 'date',
  schema: ({ past, message }, today) =>
    past ? pastDay(today, message) : z.iso.date({ error: message ?? 'validation.date' }),
  show: (value, _, intl) => ({ text: formatDay(value, intl), short: shortDay(value, intl) }),
  input: 'date',
  filter: { test: 'equals' },
  storage: 'text',
  width: 92,
  sortable: true,
  options: ['past', 'message'],
});

/** A moment: ISO 8601 with a zone in records, wall time of the business time zone in forms. `seconds` shows them. */
export const dateTime = defineKind<string, { seconds?: boolean }>({
  name: 'dateTime',
  schema: () => z.iso.datetime({ local: true, offset: true, error: 'validation.dateTime' }),
  show: (value, { seconds }, intl) => {
    const { day, time } = formatDayAndTime(value, intl, seconds);
    return { text: day, secondary: time };
  },
  input: 'dateTime',
  filter: { test: 'day', input: 'date' },
  storage: 'moment',
  width: 92,
  sortable: true,
  options: ['seconds'],
});
