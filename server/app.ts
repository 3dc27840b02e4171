import '../src/roles.ts';
import '../src/profiles.ts';
import { defineServer } from '../frame/server/parts.ts';
import { CALL_FEATURES } from '../src/wire/features.ts';
import { parameters } from '../src/wire/parameters.ts';
import { accounts } from './accounts.ts';
import { registerFeeds } from './calendar/route.ts';
import { appServedCalls } from './calls/index.ts';
import { keepEvenings } from './confirmations/evening.ts';
import { registerConfirmations } from './confirmations/route.ts';
import { visitMessages } from './confirmations/visitQuestion.ts';
import { demo } from './demo/start.ts';
import { registerFhir } from './fhir/routes.ts';
import { keepRetention } from './patients/retention.ts';
import { registerPatientExport } from './patients/route.ts';
import { readSettings } from './settings.ts';
import { indexFor } from './store/appointmentIndexes.ts';
import { documentName } from './store/appointments.ts';
import { isCounted, totalOf } from './store/counts.ts';
import { emptyCustody } from './store/custodySchema.ts';
import { endFeed } from './store/feeds.ts';
import { migrations } from './store/migrations.ts';
import { transactionIdsOf } from './store/transactions.ts';

/** What the portal declares to the frame's server. */
export default defineServer({
  name: 'Mobile Phlebotomy Portal',
  accounts,
  calls: appServedCalls,
  parameters,
  features: CALL_FEATURES,
  routes: [registerFeeds, registerFhir, registerPatientExport, registerConfirmations],
  chores: [keepRetention, keepEvenings],
  messages: { visit: visitMessages },
  settings: readSettings,
  demo,
  migrations,
  readings: {
    appointments: { indexFor, counted: (db, facts) => (isCounted(facts) ? totalOf(db, facts) : undefined) },
  },
  derivedTables: /^appointment_(counts|words|find(_\w+)?)$/,
  emptyTables: { custody_events: emptyCustody },
  tablesWithoutFiles: ['transactions'],
  endAccess: endFeed,
  withoutPersonalData: ['employees', 'laboratories', 'feed'],
  recordNames: { appointments: 'patient_name', transactions: 'patient_name' },
  belongings: transactionIdsOf,
  notificationRecord: ({ appointment_id: id }) => id,
  fileNames: { appointments: documentName },
});
