import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** The versions of a record: the show view lists them and gives earlier values back. */
export const history = definePlugin({
  name: 'history',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
});
