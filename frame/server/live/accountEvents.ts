import type { EventOperation } from '../../wire/events.ts';
import type { NewEvent } from './changeEvents.ts';

/** Whom a change concerns: those who may read what was changed (spec 6, design.md), for `publish` of a transaction. */

/** Notifications of these accounts, each their own. */
export const createNotificationsEvent = (accountIds: readonly string[], operation: EventOperation): NewEvent => ({
  resource: 'notifications',
  operation,
  audience: accountIds,
});

/** A person's own profile and settings. */
export const createProfileEvent = (id: string): NewEvent => ({
  resource: 'profile',
  operation: 'change',
  audience: [id],
});

/** A person's own sessions. One that is over ends its stream by this (frame/server/live). */
export const createSessionsEvent = (accountId: string, operation: EventOperation): NewEvent => ({
  resource: 'sessions',
  operation,
  audience: [accountId],
});
