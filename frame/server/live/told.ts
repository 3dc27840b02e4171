import type { EventDeed } from '../../wire/events.ts';
import type { NewEvent } from '../store/events.ts';

/** Whom a change concerns: those who may read what was changed (spec 6, design.md), for `tell` of a transaction. */

/** Notifications of these accounts, each their own. */
export const notificationsTold = (accountIds: readonly string[], deed: EventDeed): NewEvent => ({
  resource: 'notifications',
  deed,
  audience: accountIds,
});

/** A person's own profile and settings. */
export const profileTold = (id: string): NewEvent => ({ resource: 'profile', deed: 'change', audience: [id] });

/** A person's own sessions. One that is over ends its stream by this (frame/server/live). */
export const sessionsTold = (accountId: string, deed: EventDeed): NewEvent => ({
  resource: 'sessions',
  deed,
  audience: [accountId],
});
