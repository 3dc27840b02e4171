import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** An employee's visits as a calendar that other programs subscribe to, by a password or a secret address. */
export const calendarFeed = definePlugin({
  name: 'calendarFeed',
  frame: '^0.1',
  needs: ['app'],
  features: ['feed'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: { audit: { choices: { resource: [{ add: 'feed', after: 'admins' }] } } },
});
