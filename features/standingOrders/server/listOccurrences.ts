import type { StoredRecord } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import rrule from 'rrule';

// A CommonJS module, whose names Node does not list.
const { RRule } = rrule;

/** The longest row of holidays over which a visit is moved. */
const MAX_MOVED_DAYS = 7;
const WEEKDAYS: Readonly<Record<string, typeof RRule.MO>> = {
  ...{ Monday: RRule.MO, Tuesday: RRule.TU, Wednesday: RRule.WE, Thursday: RRule.TH },
  ...{ Friday: RRule.FR, Saturday: RRule.SA, Sunday: RRule.SU },
};

/** Days are YYYY-MM-DD, both included. */
export type Recurrence = Pick<StoredRecord<'standingOrders'>, 'week' | 'everyWeeks' | 'from' | 'until' | 'onHoliday'>;

export interface Occurrence {
  day: string;
  /** HH:MM. */
  time: string;
}

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/**
 * Lists the visits of a recurrence that are due between two days, both included. A visit on a closed day is left out, or
 * moved to the next open day, unless the recurrence has a visit there. It counts for its own day, so that no later call
 * lists it again.
 */
export function listOccurrences(
  { week, everyWeeks, from, until, onHoliday }: Recurrence,
  range: { from: string; to: string },
  isClosed: (day: string) => boolean,
): Occurrence[] {
  const [first, last] = [toDate(addDays(range.from, -MAX_MOVED_DAYS)), toDate(addDays(range.to, MAX_MOVED_DAYS))];
  const all = week
    .flatMap(({ day: weekday, start: time }): Occurrence[] => {
      const byweekday = WEEKDAYS[weekday];
      if (!time || !byweekday) return [];
      const rule = new RRule({ freq: RRule.WEEKLY, interval: everyWeeks, byweekday, dtstart: toDate(from) });
      return rule.between(first, last, true).map((date) => ({ day: date.toISOString().slice(0, 10), time }));
    })
    .filter(({ day }) => !until || day <= until)
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.time.localeCompare(b.time));
  /** The day that is drawn on each open day: its own, or the first that was moved there. */
  const drawn = new Map(all.filter(({ day }) => !isClosed(day)).map(({ day }) => [day, day]));
  return all.flatMap(({ day: own, time }): Occurrence[] => {
    let day = own;
    for (let moved = 0; isClosed(day); moved++) {
      if (onHoliday === 'skip' || moved === MAX_MOVED_DAYS) return [];
      day = addDays(day, 1);
    }
    if (!drawn.has(day)) drawn.set(day, own);
    const isDue = range.from <= own && own <= range.to && drawn.get(day) === own && !(until && day > until);
    return isDue ? [{ day, time }] : [];
  });
}
