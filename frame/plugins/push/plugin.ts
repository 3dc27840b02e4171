import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Notifications as push messages to browsers, by Firebase Cloud Messaging. */
export const push = definePlugin({
  name: 'push',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
  extend: { audit: { choices: { resource: [{ add: 'push', after: 'settings' }] } } },
});
