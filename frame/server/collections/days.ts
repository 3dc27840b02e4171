import { z } from 'zod';
import type { Test } from '../../fields/kind.ts';
import { dayRange, type Range, today } from '../base/time.ts';
import type { Column } from './collection.ts';
import { FIRST_DAY, LAST_DAY } from './offsets.ts';

/** A day, with its first moment and the first after it. */
export interface Day extends Range {
  day: string;
}

/** Days of a date, in the business time zone, that a condition narrows it to: since the first, before the last. */
export interface Days {
  column: Column;
  from?: string;
  until?: string;
  /** A day beside those, of which the condition leaves a part. */
  part?: Day;
}

/** A calendar day's first moment, or the first after it; undefined for what is no day. */
export function dayOf(expected: unknown, zone: string): Range | undefined {
  if (typeof expected !== 'string' || !z.iso.date().safeParse(expected).success) return undefined;
  return dayRange(expected, zone);
}

/** The day that a moment is of; undefined for one of no calendar of ours. */
function dayAt(moment: number, zone: string): Day | undefined {
  if (moment < FIRST_DAY || moment >= LAST_DAY) return undefined;
  const day = today(zone, moment);
  return { day, ...dayRange(day, zone) };
}

/** Whether days of a column can be told apart: of moments, and of calendar days. */
export const hasDays = ({ storage, field }: Column): boolean => storage === 'moment' || field.kind.name === 'date';

/** The tests that narrow a date to days. */
export const isOfDays = (test: Test | undefined): boolean => test !== undefined && ['from', 'to', 'day'].includes(test);

/** The days that a test leaves of a column's; undefined where these are of no calendar of ours. */
export function daysIn(column: Column, test: Test, expected: unknown, zone: string): Days | undefined {
  if (!hasDays(column) || !isOfDays(test)) return undefined;
  const day = dayOf(expected, zone);
  const stored = column.keeping.filterValue(expected, zone);
  const moment =
    column.storage === 'moment' && typeof stored === 'number' ? { from: stored, to: stored + 1 } : undefined;
  const bounds = day ?? (test === 'day' ? undefined : moment);
  if (!bounds) return undefined;
  const [first, last] = [dayAt(bounds.from, zone), dayAt(bounds.to, zone)];
  if (test !== 'to') {
    const from = first?.from === bounds.from ? first : first && dayAt(first.to, zone);
    if (!first || !from || (test === 'day' && !last)) return undefined;
    const until = test === 'day' && last ? { until: last.day } : {};
    return { column, from: from.day, ...until, ...(from !== first && { part: first }) };
  }
  return last && { column, until: last.day, ...(last.from !== bounds.to && { part: last }) };
}
