import { accountHandlers } from '../../frame/server/calls/account.ts';
import { auditHandlers } from '../../frame/server/calls/audit.ts';
import { authHandlers } from '../../frame/server/calls/auth.ts';
import { factorHandlers } from '../../frame/server/calls/factors.ts';
import { notificationHandlers } from '../../frame/server/calls/notifications.ts';
import { reauthenticateHandlers } from '../../frame/server/calls/reauthenticate.ts';
import { resetHandlers } from '../../frame/server/calls/reset.ts';
import { secondFactorHandlers } from '../../frame/server/calls/secondFactor.ts';
import { sessionHandlers } from '../../frame/server/calls/sessions.ts';
import { sharedQueryHandlers } from '../../frame/server/calls/sharedQueries.ts';
import { undoEmailHandlers } from '../../frame/server/calls/undoEmail.ts';
import type { Handlers } from '../../frame/server/http/handler.ts';
import { adminHandlers } from './admins.ts';
import { appointmentListHandlers } from './appointmentLists.ts';
import { appointmentHandlers } from './appointments.ts';
import { changePeopleHandlers } from './changePeople.ts';
import { custodyHandlers } from './custody.ts';
import { dashboardHandlers } from './dashboards.ts';
import { dispatchHandlers } from './dispatch.ts';
import { feedHandlers } from './feed.ts';
import { findHandlers } from './find.ts';
import { importHandlers } from './imports.ts';
import { laboratoryNameHandlers } from './laboratoryNames.ts';
import { orderHandlers } from './orders.ts';
import { overviewHandlers } from './overview.ts';
import { patientHandlers } from './patients.ts';
import { peopleHandlers } from './people.ts';
import { transactionHandlers } from './transactions.ts';
import { visitReportHandlers } from './visitReports.ts';

/** What each call of the wire does. */
export const handlers: Partial<Handlers> = {
  ...authHandlers,
  ...accountHandlers,
  ...resetHandlers,
  ...reauthenticateHandlers,
  ...secondFactorHandlers,
  ...factorHandlers,
  ...sessionHandlers,
  ...adminHandlers,
  ...appointmentHandlers,
  ...findHandlers,
  ...appointmentListHandlers,
  ...dispatchHandlers,
  ...importHandlers,
  ...peopleHandlers,
  ...changePeopleHandlers,
  ...laboratoryNameHandlers,
  ...transactionHandlers,
  ...notificationHandlers,
  ...dashboardHandlers,
  ...overviewHandlers,
  ...auditHandlers,
  ...feedHandlers,
  ...sharedQueryHandlers,
  ...patientHandlers,
  ...undoEmailHandlers,
  ...visitReportHandlers,
  ...orderHandlers,
  ...custodyHandlers,
};
