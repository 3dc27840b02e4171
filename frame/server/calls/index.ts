import { resolveCall } from '../../wire/call.ts';
import { type profileCall, profileCalls } from '../../wire/calls/profileCalls.ts';
import { frameCalls } from '../../wire/index.ts';
import { withSchemaApp } from '../../wire/roleSchema.ts';
import type { Role } from '../../wire/roles.ts';
import { type AnyHandler, type ResolvedServedCall, type ServedCall, serveCalls } from '../http/callHandler.ts';
import type { ServerParts } from '../parts.ts';
import { accountHandlers, getOwnProfile } from './accountHandlers.ts';
import { auditHandlers } from './auditTrailCall.ts';
import { frameAuditEntries } from './frameAuditEntries.ts';
import type { FrameHandlers } from './frameHandlers.ts';
import { factorHandlers } from './manageFactors.ts';
import { notificationHandlers } from './notifications.ts';
import { apiKeyHandlers } from './programs/apiKeys.ts';
import { jobHandlers } from './programs/jobs.ts';
import { reauthenticateHandlers } from './reauthenticate.ts';
import { resetHandlers } from './resetPassword.ts';
import { sessionHandlers } from './sessions.ts';
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
  ...undoEmailHandlers,
  ...apiKeyHandlers,
  ...jobHandlers,
};

const frameServedCalls = serveCalls(frameCalls, handlers, frameAuditEntries);

const createProfileCalls = (roles: readonly Role[]): ServedCall[] =>
  Object.entries(profileCalls(roles)).map(([name, call]) => ({
    name,
    call: call as ReturnType<typeof profileCall>,
    audit: { operation: 'read', resource: 'profile' },
    handle: getOwnProfile as AnyHandler,
  }));

/** Lists all calls of an app with handlers: the frame's and its own. */
export const listCalls = (app: ServerParts): ResolvedServedCall[] =>
  withSchemaApp(app, () =>
    [...createProfileCalls(app.roles.names), ...frameServedCalls, ...(app.calls ?? [])].map((one) => ({
      ...one,
      call: resolveCall(one.call, app.roles),
    })),
  );
