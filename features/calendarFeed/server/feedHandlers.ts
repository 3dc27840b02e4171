import { type CallHandlers, getServerTexts, notFound, notifyPersonByMail, transact } from 'portal-frame/server';
import { requireReauthentication } from 'portal-frame/server/routes';
import { API_ROOT } from 'portal-frame/wire';
import type { feedCalls } from '../wire/calendarFeedApi.ts';
import { endFeed, type FeedRow, feedOf, makeFeed, setFeedNames } from './calendarFeeds.ts';

declare module 'portal-frame/server' {
  interface AppSecurityEvents {
    feedMade: true;
    feedNames: true;
  }
}

/** Addresses of calendar feeds (calendarRoutes.ts). */
export const FEEDS = `${API_ROOT}/calendar`;
/** Identifies the feed by its password; the user name is the same for all. */
export const OWN_FEED = `${FEEDS}/visits.ics`;
const USER = 'calendar';

const toWire = (feed: FeedRow | undefined) => ({
  createdAt: feed ? new Date(feed.created_at).toISOString() : null,
  names: feed?.names === 1,
});

export const feedHandlers: CallHandlers<typeof feedCalls> = {
  async feed({ account }, { db }) {
    return { data: toWire(await feedOf(db, account.id)) };
  },

  async makeFeed({ account, body, request, note }, services) {
    const { language } = getServerTexts(request.headers['accept-language']);
    const made = await transact(services, async (trx) => {
      const made = await makeFeed(trx, account.id, language, body.secretAddress ? 'address' : 'password');
      await notifyPersonByMail(trx, services, request, account.id, 'feedMade');
      await note(trx);
      return made;
    });
    const address = body.secretAddress
      ? { path: `${FEEDS}/${made.secret}.ics`, user: null, password: null }
      : { path: OWN_FEED, user: USER, password: made.secret };
    return { message: 'toasts.feedMade', data: { ...toWire(made.feed), ...address } };
  },

  async changeFeed({ account, body, request, note }, services) {
    if (body.names) requireReauthentication(account);
    const feed = await transact(services, async (trx) => {
      const changed = await setFeedNames(trx, account.id, body.names);
      if (!changed) throw notFound();
      if (body.names) await notifyPersonByMail(trx, services, request, account.id, 'feedNames');
      await note(trx);
      return changed;
    });
    return { message: 'toasts.updated', data: toWire(feed) };
  },

  async endFeed({ account, note }, { db }) {
    await db.transaction().execute(async (trx) => {
      await endFeed(trx, account.id);
      await note(trx);
    });
    return { message: 'toasts.feedEnded', data: toWire(undefined) };
  },
};
