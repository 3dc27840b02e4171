import { definePlugin } from 'portal-frame/plugin';
import resource from './resources/adjustments.ts';
import en from './texts/en.ts';

/** Decisions of admins about charges and pay: a line is waived, or an amount added or credited. */
export const adjustments = definePlugin({
  name: 'adjustments',
  frame: '^0.1',
  needs: ['app', 'money'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [resource as never],
});
