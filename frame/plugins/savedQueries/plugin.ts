import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Filters and order of a list under a name, for the person or shared with roles. */
export const savedQueries = definePlugin({
  name: 'savedQueries',
  frame: '^0.1',
  features: ['sharedQueries'],
  texts: { en, es: () => import('./texts/es.ts') },
});
