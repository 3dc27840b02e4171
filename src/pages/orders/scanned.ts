import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const itemOf = (handOver: string) => `scanned ${handOver}`;
const notify = () => {
  for (const listener of listeners) listener();
};

/** Labels are the same whatever the case of their letters. */
export const keyOf = (label: string): string => label.toLowerCase();

/** The labels scanned of a hand-over whose scan is open. They outlive a reload, and end with the session. */
export const useScanned = (handOver: string): readonly string[] =>
  JSON.parse(useSyncExternalStore(subscribe, () => sessionStorage.getItem(itemOf(handOver)) ?? '[]'));

export function keepScanned(handOver: string, labels: readonly string[]): void {
  sessionStorage.setItem(itemOf(handOver), JSON.stringify(labels));
  notify();
}

export function forgetScanned(handOver: string): void {
  sessionStorage.removeItem(itemOf(handOver));
  notify();
}
