import { DateTime } from 'luxon';
import type { Config } from '../../frame/server/config.ts';

const HOUR = 60;
/** Without the narrow blanks that not every mail program knows. */
const plain = (text: string) => text.replace(/\s/g, ' ');

/** When somebody comes, in words: the day, and from when to when; an hour where VISIT_MINUTES does not say. */
export function visitWindow(
  at: number,
  { timeZone, visitMinutes }: Pick<Config, 'timeZone' | 'visitMinutes'>,
  language: string,
): { day: string; from: string; to: string } {
  const locale = language === 'es' ? 'es-US' : 'en-US';
  const from = DateTime.fromMillis(at, { zone: timeZone, locale });
  const to = from.plus({ minutes: visitMinutes || HOUR });
  return {
    day: from.toLocaleString({ weekday: 'long', month: 'long', day: 'numeric' }),
    from: plain(from.toLocaleString(DateTime.TIME_SIMPLE)),
    to: plain(to.toLocaleString({ ...DateTime.TIME_SIMPLE, timeZoneName: 'short' })),
  };
}
