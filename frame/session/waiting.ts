/** How many photos and reports wait to be sent: numbers alone, so that they can be asked before the sealed store is opened. */
const COUNTS = { photos: 'photosWaiting', reports: 'reportsWaiting' } as const;
/** The database that holds what the run sheet keeps on this device. */
export const DATABASE = 'portal-visits';

export interface Unsent {
  photos: number;
  reports: number;
}

const counted = (key: string): number => Number(localStorage.getItem(key)) || 0;

/** What waits on this device to be sent. */
export const unsent = (): Unsent => ({ photos: counted(COUNTS.photos), reports: counted(COUNTS.reports) });

export const isWaiting = ({ photos, reports }: Unsent = unsent()): boolean => photos + reports > 0;

export function countWaiting(waiting: Unsent): void {
  for (const kind of ['photos', 'reports'] as const) {
    if (waiting[kind] > 0) localStorage.setItem(COUNTS[kind], String(waiting[kind]));
    else localStorage.removeItem(COUNTS[kind]);
  }
}

/** Forgets everything the run sheet keeps on this device; gives what was lost with it. */
export function forgetVisits(): Unsent {
  const lost = unsent();
  countWaiting({ photos: 0, reports: 0 });
  globalThis.indexedDB?.deleteDatabase(DATABASE);
  return lost;
}
