import { defineBrowserPlugin } from 'portal-frame/plugin';
import { automations } from '../plugin.ts';

export type * from '../automationConfig.ts';
export default defineBrowserPlugin(automations, {
  settingsCards: [
    { name: 'webhooks', roles: 'managers', after: 'apiKeys', component: () => import('./Webhooks.tsx') },
    { name: 'automations', roles: 'managers', after: 'webhooks', component: () => import('./Automations.tsx') },
  ],
});
