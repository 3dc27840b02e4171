import { DateTime } from 'luxon';
import type { Config } from 'portal-frame/server';

const DEFAULT_WINDOW_MINUTES = 60;
const toPlainSpaces = (text: string) => text.replace(/\s/g, ' ');

/** Formats day, start and end of a visit; an hour long without VISIT_MINUTES. */
export function formatVisitWindow(
  at: number,
  { timeZone, visitMinutes }: Pick<Config, 'timeZone' | 'visitMinutes'>,
  language: string,
): { day: string; from: string; to: string } {
  const locale = language === 'es' ? 'es-US' : 'en-US';
  const from = DateTime.fromMillis(at, { zone: timeZone, locale });
  const to = from.plus({ minutes: visitMinutes || DEFAULT_WINDOW_MINUTES });
  return {
    day: from.toLocaleString({ weekday: 'long', month: 'long', day: 'numeric' }),
    from: toPlainSpaces(from.toLocaleString(DateTime.TIME_SIMPLE)),
    to: toPlainSpaces(to.toLocaleString({ ...DateTime.TIME_SIMPLE, timeZoneName: 'short' })),
  };
}
