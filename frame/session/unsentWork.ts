import { getAppParts } from '../app.ts';

/** Database of offline work. Do not rename it: phones have unsent work in it. */
export const DATABASE = 'portal-visits';

/** Unsent items by kind (`offline.kinds` of the app), readable without decryption. */
export type UnsentCounts = Readonly<Record<string, number>>;

const kinds = () => Object.keys(getAppParts().offline?.kinds ?? {});
const keyOf = (kind: string) => `${kind}Waiting`;

export const getUnsentCounts = (): UnsentCounts =>
  Object.fromEntries(kinds().map((kind) => [kind, Number(localStorage.getItem(keyOf(kind))) || 0]));

/** True if this device holds work that the host has not accepted. */
export const hasUnsentWork = (waiting: UnsentCounts = getUnsentCounts()): boolean =>
  Object.values(waiting).some((count) => count > 0);

/** Stores the counts of unsent work on this device. */
export function storeUnsentCounts(waiting: UnsentCounts): void {
  for (const kind of kinds()) {
    const count = waiting[kind] ?? 0;
    if (count > 0) localStorage.setItem(keyOf(kind), String(count));
    else localStorage.removeItem(keyOf(kind));
  }
}

/** Deletes all offline work. Returns the lost counts. */
export function deleteUnsentWork(): UnsentCounts {
  const lost = getUnsentCounts();
  storeUnsentCounts({});
  globalThis.indexedDB?.deleteDatabase(DATABASE);
  return lost;
}

export const loadSender = () => getAppParts().offline?.sender();
