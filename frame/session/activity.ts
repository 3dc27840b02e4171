/** Local storage keys, so that every tab knows. */
const IDLE = 'idleMinutes';
const ACTIVE = 'lastActivity';

/** Minutes without activity after which a person is logged out; 0 for never: the host named none. */
export const getIdleMinutes = (): number => Number(localStorage.getItem(IDLE)) || 0;

/** When somebody last did something, in any tab, in milliseconds since 1970; 0 where that is not known. */
export const getLastActivity = (): number => Number(localStorage.getItem(ACTIVE)) || 0;

export const recordActivity = (): void => localStorage.setItem(ACTIVE, String(Date.now()));

/** Starts to count for a new session; undefined where the host names nothing. */
export function startActivityTracking(minutes: number | undefined): void {
  localStorage.removeItem(IDLE);
  if (!minutes) return;
  localStorage.setItem(IDLE, String(minutes));
  recordActivity();
}
