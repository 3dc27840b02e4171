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

/** Labels are the same whatever the case of their letters. */
export const normalizeLabel = (label: string): string => label.toLowerCase();

/** The labels scanned of a hand-over whose scan is open. They outlive a reload, and end with the session. */
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
