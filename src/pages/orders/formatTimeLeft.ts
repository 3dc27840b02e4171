import { getNumberFormat } from 'portal-frame/browser';

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** Formats a duration, without its sign, in its two largest units: '2 days 3 hr' or '45 min'. */
export function formatTimeLeft(milliseconds: number, locale: string): string {
  const minutes = Math.floor(Math.abs(milliseconds) / MINUTE);
  const parts = [
    ['day', Math.floor(minutes / DAY)],
    ['hour', Math.floor((minutes % DAY) / HOUR)],
    ['minute', minutes % HOUR],
  ] as const;
  const first = parts.findIndex(([, count]) => count > 0);
  const shown = (first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)).filter(
    ([, count], at) => at === 0 || count > 0,
  );
  return shown
    .map(([unit, count]) => getNumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
    .join(' ');
}
