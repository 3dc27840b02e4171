import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Screens, records and actions by name, with Ctrl+K, and the list of shortcuts with "?". */
export const commandPalette = definePlugin({
  name: 'commandPalette',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
});
