/** In local storage, shared by all tabs. */
const IDLE = 'idleMinutes';
const ACTIVE = 'lastActivity';

/** Minutes of inactivity until logout; 0 for never. */
export const getIdleMinutes = (): number => Number(localStorage.getItem(IDLE)) || 0;

/** Time of the last activity in any tab, in milliseconds since 1970; 0 if unknown. */
export const getLastActivity = (): number => Number(localStorage.getItem(ACTIVE)) || 0;

export const recordActivity = (): void => localStorage.setItem(ACTIVE, String(Date.now()));

/** Starts tracking for a new session. Without `minutes` there is no limit. */
export function startActivityTracking(minutes: number | undefined): void {
  localStorage.removeItem(IDLE);
  if (!minutes) return;
  localStorage.setItem(IDLE, String(minutes));
  recordActivity();
}
