import { accountCalls } from './accountCalls.ts';
import { auditCalls } from './auditCalls.ts';
import { authCalls } from './authCalls.ts';
import type { Call } from './call.ts';
import { notificationCalls } from './notificationCalls.ts';
import { reauthenticateCalls } from './reauthenticateCalls.ts';
import { secondFactorCalls } from './secondFactorCalls.ts';
import { sessionCalls } from './sessionCalls.ts';
import { sharedQueryCalls } from './sharedQueryCalls.ts';
import { undoEmailCalls } from './undoEmailCalls.ts';

/** Calls of every app. */
export const frameCalls = {
  ...authCalls,
  ...accountCalls,
  ...sessionCalls,
  ...reauthenticateCalls,
  ...secondFactorCalls,
  ...notificationCalls,
  ...auditCalls,
  ...sharedQueryCalls,
  ...undoEmailCalls,
} satisfies Record<string, Call>;
