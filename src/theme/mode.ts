import { useSyncExternalStore } from 'react';
import { preference } from '../i18n/preference.ts';

export type Mode = 'light' | 'dark';

/** What was chosen here before, else what the person's system asks for. */
function preferredMode(): Mode {
  const chosen = preference('theme');
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

let mode: Mode | undefined;
const listeners = new Set<() => void>();

/** Sets light or dark on the document; react-admin's store keeps the choice. */
export function showMode(wanted: Mode): Mode {
  document.documentElement.classList.toggle('dark', wanted === 'dark');
  document.documentElement.style.colorScheme = wanted;
  if (mode !== wanted) {
    mode = wanted;
    for (const listener of listeners) listener();
  }
  return wanted;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const current = (): Mode => mode ?? showMode(preferredMode());

/** The mode the document is in. */
export const useMode = (): Mode => useSyncExternalStore(subscribe, current);
