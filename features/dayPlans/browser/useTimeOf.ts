import { formatDayAndTime, useIntl } from 'portal-frame/browser';

/** Formats a moment as a time of the business. */
export function useTimeOf(): (moment: string | number) => string {
  const intl = useIntl();
  return (moment) => formatDayAndTime(new Date(moment).toISOString(), intl).time;
}
