import { z } from 'zod';
import type { Test } from '../../fields/kind.ts';
import { dayRange, type Range, today } from '../base/time.ts';
import type { Column } from './collection.ts';
import { FIRST_DAY, LAST_DAY } from './offsets.ts';

/** Full days of a date, in the business time zone, that a condition narrows it to: since the first, before the last. */
export interface Days {
  column: Column;
  from?: string;
  until?: string;
}

/** A calendar day's first moment, or the first after it; undefined for what is no day. */
export function dayOf(expected: unknown, zone: string): Range | undefined {
  if (typeof expected !== 'string' || !z.iso.date().safeParse(expected).success) return undefined;
  return dayRange(expected, zone);
}

/** The day that begins at this moment; undefined where none does, or none of our calendar. */
function dayFrom(moment: number, zone: string): string | undefined {
  if (moment < FIRST_DAY || moment >= LAST_DAY) return undefined;
  const day = today(zone, moment);
  return dayRange(day, zone).from === moment ? day : undefined;
}

/** Whether days of a column can be told apart: of moments, and of calendar days. */
export const hasDays = ({ storage, field }: Column): boolean => storage === 'moment' || field.kind.name === 'date';

/** The tests that narrow a date to days. */
export const isOfDays = (test: Test | undefined): boolean => test !== undefined && ['from', 'to', 'day'].includes(test);

/** The days that a test leaves of a column's; undefined where these are no full ones. */
export function daysIn(column: Column, test: Test, expected: unknown, zone: string): Days | undefined {
  if (!hasDays(column) || !isOfDays(test)) return undefined;
  const day = dayOf(expected, zone);
  const stored = column.keeping.filterValue(expected, zone);
  const moment =
    column.storage === 'moment' && typeof stored === 'number' ? { from: stored, to: stored + 1 } : undefined;
  const bounds = day ?? (test === 'day' ? undefined : moment);
  if (!bounds) return undefined;
  const [from, until] = [dayFrom(bounds.from, zone), dayFrom(bounds.to, zone)];
  if ((test !== 'to' && !from) || (test !== 'from' && !until)) return undefined;
  return { column, ...(test !== 'to' && { from }), ...(test !== 'from' && { until }) };
}
