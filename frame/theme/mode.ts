import { useSyncExternalStore } from 'react';
import { readPreference } from '../i18n/preference.ts';
import { colors } from './colors.ts';

export type Mode = 'light' | 'dark';
const systemPrefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** Returns the stored preference, else the system's. */
function getPreferredMode(): Mode {
  const chosen = readPreference('theme');
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemPrefersDark?.matches ? 'dark' : 'light';
}

let mode: Mode | undefined;
const listeners = new Set<() => void>();

/** Applies light or dark to the document, with CSS variables for elements without MUI. Does not save the choice. */
export function applyMode(next: Mode): Mode {
  if (mode === next) return next;
  mode = next;
  const { classList, style } = document.documentElement;
  classList.toggle('dark', next === 'dark');
  style.colorScheme = next;
  for (const [name, colour] of Object.entries(colors[next])) {
    if (typeof colour === 'string') style.setProperty(`--${name}`, colour);
    else for (const [part, value] of Object.entries(colour)) style.setProperty(`--${name}-${part}`, String(value));
  }
  for (const listener of listeners) listener();
  return next;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the document's mode. The first call applies the preferred one. */
export const getCurrentMode = (): Mode => mode ?? applyMode(getPreferredMode());
export const useMode = (): Mode => useSyncExternalStore(subscribe, getCurrentMode);

systemPrefersDark?.addEventListener('change', () => applyMode(getPreferredMode()));
