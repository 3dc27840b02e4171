import { defineBrowserPlugin } from 'portal-frame/plugin';
import { apiKeys } from '../plugin.ts';

export default defineBrowserPlugin(apiKeys, {
  settingsCards: [
    {
      name: 'apiKeys',
      roles: 'managers',
      after: 'sessions',
      component: async () => (await import('./loadKeyCard.ts')).loadCard(),
    },
  ],
});
