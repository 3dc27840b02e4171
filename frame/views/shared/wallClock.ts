/** Returns a function: moment to wall time 'YYYY-MM-DDTHH:MM:SS', null if invalid. Default: the browser's zone. */
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
