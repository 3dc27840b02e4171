import { useSyncExternalStore } from 'react';
import { readPreference } from '../i18n/preference.ts';
import { colors } from './colors.ts';

export type Mode = 'light' | 'dark';
const systemPrefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** What was chosen here before, else what the person's system asks for. */
function getPreferredMode(): Mode {
  const chosen = readPreference('theme');
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemPrefersDark?.matches ? 'dark' : 'light';
}

let mode: Mode | undefined;
const listeners = new Set<() => void>();

/**
 * Sets light or dark on the document, and its colours as CSS variables (--ground, --primary-main, --primary-soft, ...)
 * for what is drawn without MUI. react-admin's store keeps the choice.
 */
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

/** The mode of the document; the first to ask sets it. */
export const getCurrentMode = (): Mode => mode ?? applyMode(getPreferredMode());
export const useMode = (): Mode => useSyncExternalStore(subscribe, getCurrentMode);

systemPrefersDark?.addEventListener('change', () => applyMode(getPreferredMode()));
