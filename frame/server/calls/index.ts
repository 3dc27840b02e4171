import { frameCalls } from '../../wire/index.ts';
import { type ServedCall, serveCalls } from '../http/handler.ts';
import { serverParts } from '../parts.ts';
import { accountHandlers } from './account.ts';
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

/** Every call of the API with what does it: those that every app has, and the app's own. */
export const servedCalls = (): ServedCall[] => [...frameServedCalls, ...(serverParts().calls ?? [])];
