import { DateTime } from 'luxon';
import { parseLocalTime } from 'portal-frame/server';

const MAX_DAYS = 14;
const WORKDAYS: readonly string[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/**
 * Proposes when to redraw (ms): at the first visit's local time, on the laboratory's next open day. Without `days` it
 * is open on workdays.
 */
export function proposeTime(firstVisitAt: number, zone: string, days: readonly string[], now = Date.now()): number {
  const open = days.length > 0 ? days : WORKDAYS;
  const time = DateTime.fromMillis(firstVisitAt, { zone }).toFormat('HH:mm');
  const today = DateTime.fromMillis(now, { zone }).set({ hour: 12 });
  const after = Array.from({ length: MAX_DAYS }, (_, index) => today.plus({ days: index + 1 }).setLocale('en-US'));
  const day = after.find(({ weekdayLong }) => open.includes(weekdayLong ?? '')) ?? today.plus({ days: 1 });
  return parseLocalTime(`${day.toFormat('yyyy-MM-dd')}T${time}`, zone);
}
