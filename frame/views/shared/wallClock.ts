/**
 * Returns a function that converts a moment to wall time 'YYYY-MM-DDTHH:MM:SS' in the zone (default: the browser's).
 * It returns null for an invalid moment.
 */
export function createWallClock(timeZone?: string): (moment: number | string) => string | null {
  const clock = new Intl.DateTimeFormat('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (moment) => {
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? null : clock.format(date).replace(' ', 'T');
  };
}
