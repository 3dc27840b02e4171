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
 * Formats a past moment as '5 minutes ago'. Within a minute, or in the future because of clock differences, it is
 * 'now'. Returns null for an invalid date.
 */
export function formatAge(moment: string, now: number, locale: string): string | null {
  const then = Date.parse(moment);
  if (Number.isNaN(then)) return null;
  const seconds = Math.max(0, (now - then) / 1000);
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? [];
  if (!unit) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / size), unit);
}
