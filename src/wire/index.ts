import '../roles.ts';
import { profileCalls } from '../../frame/wire/account.ts';
import type { Call } from '../../frame/wire/call.ts';
import { frameCalls } from '../../frame/wire/index.ts';
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

/** The calls that the portal has beside the frame's. */
export const appCalls = {
  ...adminCalls,
  ...appointmentCalls,
  ...dispatchCalls,
  ...employeeCalls,
  ...laboratoryCalls,
  ...transactionCalls,
  ...dashboardCalls,
  ...overviewCalls,
  ...feedCalls,
  ...patientCalls,
  ...findCalls,
  ...visitReportCalls,
  ...orderCalls,
  ...custodyCalls,
} satisfies Record<string, Call>;

/** Every call of the API by name (spec 7): the server has one handler for each, and no other routes below /api/v1 but its extras. */
export const calls = { ...profileCalls(), ...frameCalls, ...appCalls };

export type CallName = keyof typeof calls;
