import { addDays } from 'portal-frame/wire';
import rrule from 'rrule';
import type { WeekTime } from './planRules.ts';

// A CommonJS module, whose names Node does not list.
const { RRule } = rrule;

/** The longest row of holidays over which a visit is moved. */
const MAX_MOVED_DAYS = 7;
const WEEKDAYS: Readonly<Record<string, typeof RRule.MO>> = {
  ...{ Monday: RRule.MO, Tuesday: RRule.TU, Wednesday: RRule.WE, Thursday: RRule.TH },
  ...{ Friday: RRule.FR, Saturday: RRule.SA, Sunday: RRule.SU },
};

export interface Recurrence {
  week: readonly WeekTime[];
  everyWeeks: number;
  /** YYYY-MM-DD, both included. */
  from: string;
  until: string | null;
  onHoliday: 'skip' | 'move';
}

export interface Occurrence {
  day: string;
  /** HH:MM. */
  time: string;
}

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/**
 * Lists the visits of a recurrence that are due between two days, both included. A visit on a closed day is left out, or
 * moved to the next open day; it counts for its own day, so that no later call lists it again.
 */
export function listOccurrences(
  { week, everyWeeks, from, until, onHoliday }: Recurrence,
  range: { from: string; to: string },
  isClosed: (day: string) => boolean,
): Occurrence[] {
  const last = until && until < range.to ? until : range.to;
  return week.flatMap(({ day: weekday, start }): Occurrence[] => {
    const byweekday = WEEKDAYS[weekday];
    if (!start || !byweekday || last < range.from) return [];
    const rule = new RRule({ freq: RRule.WEEKLY, interval: everyWeeks, byweekday, dtstart: toDate(from) });
    return rule.between(toDate(range.from), toDate(last), true).flatMap((date): Occurrence[] => {
      let day = date.toISOString().slice(0, 10);
      for (let moved = 0; isClosed(day); moved++) {
        if (onHoliday === 'skip' || moved === MAX_MOVED_DAYS) return [];
        day = addDays(day, 1);
      }
      return until && day > until ? [] : [{ day, time: start }];
    });
  });
}
