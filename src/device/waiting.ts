/** How many photos wait to be sent: a number alone, so that it can be asked before the sealed store is opened. */
const WAITING = 'photosWaiting';
/** The database that holds what the run sheet keeps on this device. */
export const DATABASE = 'portal-visits';

export const photosWaiting = (): number => Number(localStorage.getItem(WAITING)) || 0;

export function countWaiting(photos: number): void {
  if (photos > 0) localStorage.setItem(WAITING, String(photos));
  else localStorage.removeItem(WAITING);
}

/** Forgets everything the run sheet keeps on this device; gives how many photos were lost with it. */
export function forgetVisits(): number {
  const lost = photosWaiting();
  countWaiting(0);
  globalThis.indexedDB?.deleteDatabase(DATABASE);
  return lost;
}
