import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { calendarFeed } from '../plugin.ts';
import { feedCalls } from '../wire/calendarFeedApi.ts';
import { endFeed } from './calendarFeeds.ts';
import { registerCalendarFeeds } from './calendarRoutes.ts';
import { feedHandlers } from './feedHandlers.ts';
import { feedMigrations } from './feedMigrations.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(calendarFeed, {
  texts: { en, es },
  calls: serveCalls(feedCalls, feedHandlers, {
    feed: ['read', 'feed'],
    makeFeed: ['create', 'feed'],
    changeFeed: ['change', 'feed'],
    endFeed: ['delete', 'feed'],
  }),
  routes: [registerCalendarFeeds],
  parameters: { secret: 'The secret of the calendar feed.' },
  migrations: feedMigrations,
  takesOver: ['001_feeds'],
  endAccess: endFeed,
  nonPersonalResources: ['feed'],
});
