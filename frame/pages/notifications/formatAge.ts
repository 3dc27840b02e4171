/** Seconds, largest unit first. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * Formats a moment as '5 minutes ago', or 'now' if it is less than a minute ago or in the future. `now` is in ms since
 * 1970. Returns null for an invalid date.
 */
export function formatAge(moment: string, now: number, locale: string): string | null {
  const then = Date.parse(moment);
  if (Number.isNaN(then)) return null;
  const seconds = Math.max(0, (now - then) / 1000);
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? [];
  if (!unit) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / size), unit);
}
