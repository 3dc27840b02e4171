import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

export type * from './commentConfig.ts';

/** Comments on records, for all who see these. */
export const comments = definePlugin({
  name: 'comments',
  frame: '^0.1',
  features: ['comments'],
  texts: { en, es: () => import('./texts/es.ts') },
  keys: () => import('./keys.ts'),
});
