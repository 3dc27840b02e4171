import Holidays from 'date-holidays';
import { memoize } from './memoize.ts';
import type { ClosedDays } from './planRules.ts';

/** Returns whether date-holidays knows a country, or a state of it: 'US' or 'US-PA'. */
export function isHolidayRegion(region: string): boolean {
  const [country = '', state, ...rest] = region.split('-');
  const known = new Holidays();
  return (
    rest.length === 0 &&
    Object.hasOwn(known.getCountries(), country) &&
    (state === undefined || Object.hasOwn(known.getStates(country) ?? {}, state))
  );
}

const listYear = memoize((region: string, year: string): ReadonlyMap<string, string> => {
  const [country = '', state] = region.split('-');
  const holidays = state ? new Holidays(country, state) : new Holidays(country);
  const found = holidays.getHolidays(Number(year), 'en').filter(({ type }) => type === 'public');
  // The date is a text of the region's own clocks.
  return new Map(found.map(({ date, name }) => [date.slice(0, 10), name]));
});

/** Adds a region's public holidays to entered days, except those that the business works on. */
export function withPublicHolidays(entered: ClosedDays, worked: ReadonlySet<string>, region: string): ClosedDays {
  return {
    get: (day) => entered.get(day) ?? (worked.has(day) ? undefined : listYear(region, day.slice(0, 4)).get(day)),
  };
}
