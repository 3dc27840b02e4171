import { type profileCall, profileCalls } from '../../wire/account.ts';
import { frameCalls } from '../../wire/index.ts';
import { type AnyHandler, type ServedCall, serveCalls } from '../http/handler.ts';
import { serverParts } from '../parts.ts';
import { accountHandlers, ownProfile } from './account.ts';
import { auditHandlers } from './audit.ts';
import { auditEntries } from './auditEntries.ts';
import { authHandlers } from './auth.ts';
import { factorHandlers } from './factors.ts';
import type { Handlers } from './handler.ts';
import { notificationHandlers } from './notifications.ts';
import { reauthenticateHandlers } from './reauthenticate.ts';
import { resetHandlers } from './reset.ts';
import { secondFactorHandlers } from './secondFactor.ts';
import { sessionHandlers } from './sessions.ts';
import { sharedQueryHandlers } from './sharedQueries.ts';
import { undoEmailHandlers } from './undoEmail.ts';

const handlers: Handlers = {
  ...authHandlers,
  ...accountHandlers,
  ...resetHandlers,
  ...reauthenticateHandlers,
  ...secondFactorHandlers,
  ...factorHandlers,
  ...sessionHandlers,
  ...notificationHandlers,
  ...auditHandlers,
  ...sharedQueryHandlers,
  ...undoEmailHandlers,
};

const frameServedCalls = serveCalls(frameCalls, handlers, auditEntries);

/** The profile of each role. */
const profilesServed = (): ServedCall[] =>
  Object.entries(profileCalls()).map(([name, call]) => ({
    name,
    call: call as ReturnType<typeof profileCall>,
    audit: { operation: 'read', resource: 'profile' },
    handle: ownProfile as unknown as AnyHandler,
  }));

/** Every call of the API with what does it: those that every app has, and the app's own. */
export const servedCalls = (): ServedCall[] => [
  ...profilesServed(),
  ...frameServedCalls,
  ...(serverParts().calls ?? []),
];
