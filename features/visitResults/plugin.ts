import { definePlugin } from 'portal-frame/plugin';
import resource from './resources/visitResults.ts';
import en from './texts/en.ts';

/** Figures of visits by phlebotomist, laboratory and week, with tubes and money beside them. */
export const visitResults = definePlugin({
  name: 'visitResults',
  frame: '^0.1',
  needs: ['app', 'money', 'orders', 'reports'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [resource as never],
});
