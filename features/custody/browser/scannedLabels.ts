import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const getStorageKey = (handOver: string) => `scanned ${handOver}`;
const notify = () => {
  for (const listener of listeners) listener();
};

/** Labels are case-insensitive. */
export const normalizeLabel = (label: string): string => label.toLowerCase();

/** Labels scanned in an open scan. Kept in session storage. */
export const useScanned = (handOver: string): readonly string[] =>
  JSON.parse(useSyncExternalStore(subscribe, () => sessionStorage.getItem(getStorageKey(handOver)) ?? '[]'));

export function storeScanned(handOver: string, labels: readonly string[]): void {
  sessionStorage.setItem(getStorageKey(handOver), JSON.stringify(labels));
  notify();
}

export function clearScanned(handOver: string): void {
  sessionStorage.removeItem(getStorageKey(handOver));
  notify();
}
