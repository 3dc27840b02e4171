import { DateTime } from 'luxon';
import { parseLocalTime } from '../../frame/server/base/time.ts';

const MAX_DAYS = 14;
const WORKDAYS: readonly string[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/**
 * A time for a visit that is made once more, to be agreed on with the patient: as late in the day as the first, on the
 * next day that the laboratory works (Monday to Friday where nobody said). Daylight saving leaves the time of day alone.
 */
export function proposeTime(first: number, zone: string, days: readonly string[], now = Date.now()): number {
  const open = days.length > 0 ? days : WORKDAYS;
  const time = DateTime.fromMillis(first, { zone }).toFormat('HH:mm');
  const today = DateTime.fromMillis(now, { zone }).set({ hour: 12 });
  const after = Array.from({ length: MAX_DAYS }, (_, index) => today.plus({ days: index + 1 }).setLocale('en-US'));
  const day = after.find(({ weekdayLong }) => open.includes(weekdayLong ?? '')) ?? today.plus({ days: 1 });
  return parseLocalTime(`${day.toFormat('yyyy-MM-dd')}T${time}`, zone);
}
