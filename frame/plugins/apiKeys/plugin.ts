import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Keys with which programs make calls for an account, within a scope. */
export const apiKeys = definePlugin({
  name: 'apiKeys',
  frame: '^0.1',
  features: ['apiKeys'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: { audit: { choices: { resource: [{ add: 'apiKeys', after: 'session' }] } } },
});
