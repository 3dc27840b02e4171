import { definePlugin } from 'portal-frame/plugin';

export type * from './linkConfig.ts';

/** Pages without sign-in: lists and forms of the public role, and links that open one record. */
export const publicPages = definePlugin({
  name: 'publicPages',
  frame: '^0.1',
  servesPublic: true,
  keys: () => import('./keys.ts'),
});
