import type { EventOperation } from '../../wire/events.ts';
import type { NewEvent } from './changeEvents.ts';

/** Creates the event that makes these accounts reload their notifications. */
export const createNotificationsEvent = (accountIds: readonly string[], operation: EventOperation): NewEvent => ({
  resource: 'notifications',
  operation,
  audience: accountIds,
});

/** Creates the event that makes an account reload its profile. */
export const createProfileEvent = (id: string): NewEvent => ({
  resource: 'profile',
  operation: 'change',
  audience: [id],
});

/** Also ends the streams of ended sessions. */
export const createSessionsEvent = (accountId: string, operation: EventOperation): NewEvent => ({
  resource: 'sessions',
  operation,
  audience: [accountId],
});
