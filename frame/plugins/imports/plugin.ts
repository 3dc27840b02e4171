import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

export type * from './importConfig.ts';

/** Imports of CSV files into lists, with a preview, errors by cell and columns that a person assigns. */
export const imports = definePlugin({
  name: 'imports',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
  keys: () => import('./importKeys.ts'),
});
