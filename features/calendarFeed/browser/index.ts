import { defineBrowserPlugin } from 'portal-frame/plugin';
import { calendarFeed } from '../plugin.ts';

export default defineBrowserPlugin(calendarFeed, {
  settingsCards: [
    { name: 'feed', roles: ['employee'], component: async () => (await import('./loadFeedCard.ts')).loadCard() },
  ],
});
