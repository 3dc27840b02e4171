import { accountCalls } from '../../frame/wire/account.ts';
import { auditCalls } from '../../frame/wire/audit.ts';
import { authCalls } from '../../frame/wire/auth.ts';
import type { Call } from '../../frame/wire/call.ts';
import { notificationCalls } from '../../frame/wire/notifications.ts';
import { reauthenticateCalls } from '../../frame/wire/reauthenticate.ts';
import { secondFactorCalls } from '../../frame/wire/secondFactor.ts';
import { sessionCalls } from '../../frame/wire/sessions.ts';
import { sharedQueryCalls } from '../../frame/wire/sharedQueries.ts';
import { undoEmailCalls } from '../../frame/wire/undoEmail.ts';
import { adminCalls } from './admins.ts';
import { appointmentCalls } from './appointments.ts';
import { custodyCalls } from './custody.ts';
import { dashboardCalls } from './dashboards.ts';
import { dispatchCalls } from './dispatch.ts';
import { employeeCalls } from './employees.ts';
import { feedCalls } from './feed.ts';
import { findCalls } from './find.ts';
import { laboratoryCalls } from './laboratories.ts';
import { orderCalls } from './orders.ts';
import { overviewCalls } from './overview.ts';
import { patientCalls } from './patients.ts';
import { transactionCalls } from './transactions.ts';
import { visitReportCalls } from './visitReports.ts';

/** Every call of the API by name (spec 7): the server has one handler for each, and no other routes below /api/v1 but its extras. */
export const calls = {
  ...authCalls,
  ...accountCalls,
  ...sessionCalls,
  ...adminCalls,
  ...reauthenticateCalls,
  ...secondFactorCalls,
  ...appointmentCalls,
  ...dispatchCalls,
  ...employeeCalls,
  ...laboratoryCalls,
  ...transactionCalls,
  ...notificationCalls,
  ...dashboardCalls,
  ...overviewCalls,
  ...auditCalls,
  ...feedCalls,
  ...sharedQueryCalls,
  ...patientCalls,
  ...undoEmailCalls,
  ...findCalls,
  ...visitReportCalls,
  ...orderCalls,
  ...custodyCalls,
} satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
