import { getAppParts } from '../app.ts';

/** The database that holds what is kept on this device. Its name stays: phones have unsent work in it. */
export const DATABASE = 'portal-visits';

/** How much work waits to be sent, by its kind (`offline.kinds` of the app): numbers alone, given before the sealed store is opened. */
export type UnsentCounts = Readonly<Record<string, number>>;

const kinds = () => Object.keys(getAppParts().offline?.kinds ?? {});
const keyOf = (kind: string) => `${kind}Waiting`;

/** What waits on this device to be sent. */
export const getUnsentCounts = (): UnsentCounts =>
  Object.fromEntries(kinds().map((kind) => [kind, Number(localStorage.getItem(keyOf(kind))) || 0]));

export const hasUnsentWork = (waiting: UnsentCounts = getUnsentCounts()): boolean =>
  Object.values(waiting).some((count) => count > 0);

export function storeUnsentCounts(waiting: UnsentCounts): void {
  for (const kind of kinds()) {
    const count = waiting[kind] ?? 0;
    if (count > 0) localStorage.setItem(keyOf(kind), String(count));
    else localStorage.removeItem(keyOf(kind));
  }
}

/** Forgets everything that is kept on this device; gives what was lost with it. */
export function deleteUnsentWork(): UnsentCounts {
  const lost = getUnsentCounts();
  storeUnsentCounts({});
  globalThis.indexedDB?.deleteDatabase(DATABASE);
  return lost;
}

/** Sends what waits, where the app has such work. */
export const loadSender = () => getAppParts().offline?.sender();
