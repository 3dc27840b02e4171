import { formatDayAndTime } from '../fields/date.ts';
import { useIntl } from './intl.ts';

/** Returns a function that formats an ISO moment as 'Mar 8, 2026, 2:30 PM' in the business time zone. */
export function useFormatMoment(): (moment: string) => string {
  const intl = useIntl();
  return (moment) => {
    const { day, time } = formatDayAndTime(moment, intl);
    return `${day}, ${time}`;
  };
}
