/**
 * Turns moments into wall time in a zone (the browser's own where it is not known), as 'YYYY-MM-DDTHH:MM:SS'. On a day
 * whose clocks change this is what the clock on the wall says; null for what is no moment.
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
