import { defineServer, registerDocuments } from 'portal-frame/server';
import profiles from '../src/profiles.ts';
import { roles } from '../src/roles.ts';
import { CALL_FEATURES } from '../src/wire/appFeatures.ts';
import { fieldDescriptions, parameterDescriptions } from '../src/wire/parameterDescriptions.ts';
import { accounts } from './accounts.ts';
import { registerCalendarFeeds } from './calendar/calendarRoutes.ts';
import { appServedCalls } from './calls/index.ts';
import { findPaymentIds } from './calls/visitPayments.ts';
import { onMyWayMessages } from './confirmations/onMyWayMail.ts';
import { visitQuestionMessages } from './confirmations/visitQuestionMail.ts';
import { demo } from './demo/demo.ts';
import { registerFhir } from './fhir/fhirRoutes.ts';
import { invoiceDocument, statementDocument } from './money/moneyDocument.ts';
import { settleChanges } from './money/moneyFacts.ts';
import { requisitionDocument } from './orders/requisitionDocument.ts';
import { patientLink } from './patientPage/patientLink.ts';
import { registerPatientExport } from './patients/patientExportRoute.ts';
import { readSettings } from './settings.ts';
import { indexFor } from './store/appointmentIndexes.ts';
import { documentName } from './store/appointments.ts';
import { endFeed } from './store/calendarFeeds.ts';
import { countFromSummary } from './store/counts.ts';
import { migrations } from './store/migrations.ts';

export default defineServer({
  name: 'Mobile Phlebotomy Portal',
  roles,
  profiles,
  accounts,
  calls: appServedCalls,
  parameters: parameterDescriptions,
  fieldDescriptions,
  features: CALL_FEATURES,
  offersFeature: (feature, { patientChangeHours }) => feature !== 'laboratoryChanges' || patientChangeHours > 0,
  routes: [
    ...[registerCalendarFeeds, registerFhir, registerPatientExport],
    registerDocuments([invoiceDocument, statementDocument, requisitionDocument]),
  ],
  publicLinks: [patientLink],
  messages: { visit: visitQuestionMessages, onMyWay: onMyWayMessages },
  settings: readSettings,
  demo,
  migrations,
  tableHints: {
    appointments: { chooseIndex: indexFor, countFromSummary },
  },
  derivedTables: /^appointment_(counts|words|find(_\w+)?)$/,
  appendOnlyTables: ['custody_events'],
  tablesWithoutFiles: ['transactions'],
  endAccess: endFeed,
  nonPersonalResources: ['employees', 'laboratories', 'feed'],
  nameColumns: { appointments: 'patient_name', transactions: 'patient_name' },
  findRelatedIds: findPaymentIds,
  afterChanges: settleChanges,
  getNotificationRecordId: ({ appointment_id: id }) => id,
  fileNames: { appointments: documentName },
});
