/**
 * Returns a function that converts moments to wall time in a zone, 'YYYY-MM-DDTHH:MM:SS'. Null if the moment is
 * invalid. The zone defaults to the browser's.
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
