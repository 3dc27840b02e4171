import type { Handlers } from '../http/handler.ts';
import { accountHandlers } from './account.ts';
import { adminHandlers } from './admins.ts';
import { appointmentListHandlers } from './appointmentLists.ts';
import { appointmentHandlers } from './appointments.ts';
import { auditHandlers } from './audit.ts';
import { authHandlers } from './auth.ts';
import { changePeopleHandlers } from './changePeople.ts';
import { custodyHandlers } from './custody.ts';
import { dashboardHandlers } from './dashboards.ts';
import { dispatchHandlers } from './dispatch.ts';
import { factorHandlers } from './factors.ts';
import { feedHandlers } from './feed.ts';
import { findHandlers } from './find.ts';
import { importHandlers } from './imports.ts';
import { laboratoryNameHandlers } from './laboratoryNames.ts';
import { notificationHandlers } from './notifications.ts';
import { orderHandlers } from './orders.ts';
import { overviewHandlers } from './overview.ts';
import { patientHandlers } from './patients.ts';
import { peopleHandlers } from './people.ts';
import { reauthenticateHandlers } from './reauthenticate.ts';
import { resetHandlers } from './reset.ts';
import { secondFactorHandlers } from './secondFactor.ts';
import { sessionHandlers } from './sessions.ts';
import { sharedQueryHandlers } from './sharedQueries.ts';
import { transactionHandlers } from './transactions.ts';
import { undoEmailHandlers } from './undoEmail.ts';
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
