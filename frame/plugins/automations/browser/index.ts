import { defineBrowserPlugin } from 'portal-frame/plugin';
import { automations } from '../plugin.ts';

export type * from '../automationConfig.ts';

const load = () => import('./loadEventCards.ts');

export default defineBrowserPlugin(automations, {
  settingsCards: [
    { name: 'webhooks', roles: 'managers', after: 'apiKeys', component: async () => (await load()).loadWebhooks() },
    {
      name: 'automations',
      roles: 'managers',
      after: 'webhooks',
      component: async () => (await load()).loadAutomations(),
    },
  ],
});
