import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** An append-only trail of all operations: who read or changed which record, when and from where. */
export const audit = definePlugin({
  name: 'audit',
  frame: '^0.1',
  features: ['audit'],
  texts: { en, es: () => import('./texts/es.ts') },
});
