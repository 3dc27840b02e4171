import { z } from 'zod';
import { type Call, resolveCall } from '../../wire/call.ts';
import { type profileCall, profileCalls } from '../../wire/calls/profileCalls.ts';
import { frameCalls } from '../../wire/index.ts';
import { withSchemaApp } from '../../wire/roleSchema.ts';
import type { Role } from '../../wire/roles.ts';
import { type AnyHandler, type ResolvedServedCall, type ServedCall, serveCalls } from '../http/callHandler.ts';
import type { ServerParts } from '../parts.ts';
import { accountHandlers, getOwnProfile } from './accountHandlers.ts';
import { frameActivities } from './frameActivities.ts';
import type { FrameHandlers } from './frameHandlers.ts';
import { notificationHandlers } from './notifications.ts';
import { jobHandlers } from './programs/jobs.ts';
import { reauthenticateHandlers } from './reauthenticate.ts';
import { resetHandlers } from './resetPassword.ts';
import { sessionHandlers } from './sessions.ts';
import { authHandlers } from './signInAndOut.ts';
import { undoEmailHandlers } from './undoEmail.ts';

const handlers: FrameHandlers = {
  ...authHandlers,
  ...accountHandlers,
  ...resetHandlers,
  ...reauthenticateHandlers,
  ...sessionHandlers,
  ...notificationHandlers,
  ...undoEmailHandlers,
  ...jobHandlers,
};

const frameServedCalls = serveCalls(frameCalls, handlers, frameActivities);

const createProfileCalls = (roles: readonly Role[]): ServedCall[] =>
  Object.entries(profileCalls(roles)).map(([name, call]) => ({
    name,
    call: call as ReturnType<typeof profileCall>,
    activity: { operation: 'read', resource: 'profile' },
    handle: getOwnProfile as AnyHandler,
  }));

/** Adds the fields that plug-ins add to a call. */
function addFields(name: string, call: Call, plugins: ServerParts['plugins'] = []): Call {
  const added = plugins.flatMap(({ callFields }) => callFields?.[name] ?? []);
  const toShape = (part: 'body' | 'data') => Object.assign({}, ...added.map((one) => one[part]?.shape));
  if (added.length === 0) return call;
  return {
    ...call,
    ...(call.body && { body: call.body.extend(toShape('body')) }),
    data: call.data instanceof z.ZodObject ? call.data.extend(toShape('data')) : call.data,
  };
}

/** Lists all calls of an app with handlers: the frame's and its own. */
export const listCalls = (app: ServerParts): ResolvedServedCall[] =>
  withSchemaApp(app, () =>
    [...createProfileCalls(app.roles.names), ...frameServedCalls, ...(app.calls ?? [])].map((one) => ({
      ...one,
      call: resolveCall(addFields(one.name, one.call, app.plugins), app.roles),
    })),
  );
