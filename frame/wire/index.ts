import type { Call } from './call.ts';
import { accountCalls } from './calls/accountCalls.ts';
import { authCalls } from './calls/authCalls.ts';
import { jobCalls } from './calls/jobCalls.ts';
import { notificationCalls } from './calls/notificationCalls.ts';
import { reauthenticateCalls } from './calls/reauthenticateCalls.ts';
import { sessionCalls } from './calls/sessionCalls.ts';
import { undoEmailCalls } from './calls/undoEmailCalls.ts';

/** Calls of every app. */
export const frameCalls = {
  ...authCalls,
  ...accountCalls,
  ...sessionCalls,
  ...reauthenticateCalls,
  ...notificationCalls,
  ...undoEmailCalls,
  ...jobCalls,
} satisfies Record<string, Call>;
