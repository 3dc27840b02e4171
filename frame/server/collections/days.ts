import { z } from 'zod';
import type { Test } from '../../fields/kind.ts';
import { dayRange, type Range, today } from '../base/time.ts';
import type { Column } from './collection.ts';
import { FIRST_DAY, LAST_DAY } from './offsets.ts';

/** Whole days of a date, in the business time zone, that a condition narrows it to: since the first, before the last. */
export interface Days {
  column: Column;
  from?: string;
  until?: string;
}

/** A calendar day's first moment, or the first after it; undefined for what is no day. */
export function dayOf(wanted: unknown, zone: string): Range | undefined {
  if (typeof wanted !== 'string' || !z.iso.date().safeParse(wanted).success) return undefined;
  return dayRange(wanted, zone);
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

/** The days that a test leaves of a column's; undefined where these are not whole ones. */
export function daysIn(column: Column, test: Test, wanted: unknown, zone: string): Days | undefined {
  if (!hasDays(column) || !isOfDays(test)) return undefined;
  const day = dayOf(wanted, zone);
  const stored = column.keeping.wanted(wanted, zone);
  const moment =
    column.storage === 'moment' && typeof stored === 'number' ? { from: stored, to: stored + 1 } : undefined;
  const bounds = day ?? (test === 'day' ? undefined : moment);
  if (!bounds) return undefined;
  const [from, until] = [dayFrom(bounds.from, zone), dayFrom(bounds.to, zone)];
  if ((test !== 'to' && !from) || (test !== 'from' && !until)) return undefined;
  return { column, ...(test !== 'to' && { from }), ...(test !== 'from' && { until }) };
}
