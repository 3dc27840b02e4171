/** Days are 'YYYY-MM-DD'. Arithmetic at noon UTC avoids clock changes. */
export const toNoon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** True for a day of the calendar as `YYYY-MM-DD`. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(toNoon(value).getTime());

/** Adds days to a `YYYY-MM-DD` day. */
export function addDays(day: string, count: number): string {
  const date = toNoon(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Returns the first day of the month that is `count` months later. */
export function addMonths(day: string, count: number): string {
  const date = toNoon(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 10);
}
