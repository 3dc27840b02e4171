import { DateTime } from 'luxon';
import { parseLocalTime } from 'portal-frame/server';

const MAX_DAYS = 14;
const WORKDAYS: readonly string[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/** Proposes a repeated visit: the same local time on the laboratory's next workday, by default Monday to Friday. */
export function proposeTime(first: number, zone: string, days: readonly string[], now = Date.now()): number {
  const open = days.length > 0 ? days : WORKDAYS;
  const time = DateTime.fromMillis(first, { zone }).toFormat('HH:mm');
  const today = DateTime.fromMillis(now, { zone }).set({ hour: 12 });
  const after = Array.from({ length: MAX_DAYS }, (_, index) => today.plus({ days: index + 1 }).setLocale('en-US'));
  const day = after.find(({ weekdayLong }) => open.includes(weekdayLong ?? '')) ?? today.plus({ days: 1 });
  return parseLocalTime(`${day.toFormat('yyyy-MM-dd')}T${time}`, zone);
}
