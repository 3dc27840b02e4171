import { accountCalls } from './account.ts';
import { auditCalls } from './audit.ts';
import { authCalls } from './auth.ts';
import type { Call } from './call.ts';
import { notificationCalls } from './notifications.ts';
import { reauthenticateCalls } from './reauthenticate.ts';
import { secondFactorCalls } from './secondFactor.ts';
import { sessionCalls } from './sessions.ts';
import { sharedQueryCalls } from './sharedQueries.ts';
import { undoEmailCalls } from './undoEmail.ts';

/** The calls that every app has: of signing in, of the own account, of sessions, notifications, the audit trail. */
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
