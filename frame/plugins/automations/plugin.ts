import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

export type * from './automationConfig.ts';

/** Work after changes of records: webhooks tell other systems, automations mail, notify or run a job. */
export const automations = definePlugin({
  name: 'automations',
  frame: '^0.1',
  needs: ['apiKeys'],
  features: ['webhooks'],
  texts: { en, es: () => import('./texts/es.ts') },
  keys: () => import('./keys.ts'),
  extend: { audit: { choices: { resource: [{ add: 'webhooks', after: 'apiKeys' }] } } },
});
