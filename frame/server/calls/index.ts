import { type profileCall, profileCalls } from '../../wire/calls/accountCalls.ts';
import { frameCalls } from '../../wire/index.ts';
import { type AnyHandler, type ServedCall, serveCalls } from '../http/callHandler.ts';
import type { ServerParts } from '../parts.ts';
import { accountHandlers, getOwnProfile } from './accountHandlers.ts';
import { auditHandlers } from './auditTrailCall.ts';
import { oidcHandlers } from './finishOidc.ts';
import { frameAuditEntries } from './frameAuditEntries.ts';
import type { FrameHandlers } from './frameHandlers.ts';
import { factorHandlers } from './manageFactors.ts';
import { notificationHandlers } from './notifications.ts';
import { apiKeyHandlers } from './programs/apiKeys.ts';
import { jobHandlers } from './programs/jobs.ts';
import { webhookHandlers } from './programs/webhooks.ts';
import { reauthenticateHandlers } from './reauthenticate.ts';
import { resetHandlers } from './resetPassword.ts';
import { sessionHandlers } from './sessions.ts';
import { sharedQueryHandlers } from './sharedQueries.ts';
import { authHandlers } from './signInAndOut.ts';
import { secondFactorHandlers } from './signInSecondStep.ts';
import { undoEmailHandlers } from './undoEmail.ts';

const handlers: FrameHandlers = {
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
  ...apiKeyHandlers,
  ...jobHandlers,
  ...webhookHandlers,
  ...oidcHandlers,
};

const frameServedCalls = serveCalls(frameCalls, handlers, frameAuditEntries);

const createProfileCalls = (): ServedCall[] =>
  Object.entries(profileCalls()).map(([name, call]) => ({
    name,
    call: call as ReturnType<typeof profileCall>,
    audit: { operation: 'read', resource: 'profile' },
    handle: getOwnProfile as AnyHandler,
  }));

/** Lists all calls with handlers: the frame's and the app's. */
export const listCalls = ({ calls = [] }: ServerParts): ServedCall[] => [
  ...createProfileCalls(),
  ...frameServedCalls,
  ...calls,
];
