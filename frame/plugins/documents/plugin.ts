import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Documents of records: PDF, CSV and a preview on the screen. */
export const documents = definePlugin({
  name: 'documents',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
});
