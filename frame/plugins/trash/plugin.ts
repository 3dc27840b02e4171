import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';
import { completeTrashRoles } from './trashConfig.ts';

export type * from './trashConfig.ts';

/** Deleted records of collections with `softDelete`: lists them, restores them and deletes them for good. */
export const trash = definePlugin({
  name: 'trash',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
  keys: () => import('./trashKeys.ts'),
  prepare: completeTrashRoles,
});
