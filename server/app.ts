import { defineServer } from 'portal-frame/server';
import profiles from '../src/profiles.ts';
import { roles } from '../src/roles.ts';
import { CALL_FEATURES } from '../src/wire/appFeatures.ts';
import { fieldDescriptions, parameterDescriptions } from '../src/wire/parameterDescriptions.ts';
import { accounts } from './accounts.ts';
import { appServedCalls } from './calls/index.ts';
import { findPaymentIds } from './calls/visitPayments.ts';
import { demo } from './demo/demo.ts';
import { plugins } from './plugins.ts';
import { readSettings } from './settings.ts';
import { indexFor } from './store/appointmentIndexes.ts';
import { documentName } from './store/appointments.ts';
import { countFromSummary } from './store/counts.ts';
import { migrations } from './store/migrations.ts';

export default defineServer({
  name: 'Mobile Phlebotomy Portal',
  roles,
  profiles,
  plugins,
  accounts,
  calls: appServedCalls,
  parameters: parameterDescriptions,
  fieldDescriptions,
  features: CALL_FEATURES,
  settings: readSettings,
  demo,
  migrations,
  formerMigrations: {
    load: async (kind) => (await import('./store/formerMigrations.ts')).formerMigrations(kind),
    covers: ['001_portal'],
  },
  tableHints: {
    appointments: { chooseIndex: indexFor, countFromSummary },
  },
  derivedTables: /^appointment_(counts|words|find(_\w+)?)$/,
  tablesWithoutFiles: ['transactions'],
  nonPersonalResources: ['employees', 'laboratories'],
  nameColumns: { appointments: 'patient_name', transactions: 'patient_name' },
  findRelatedIds: findPaymentIds,
  getNotificationRecordId: ({ appointment_id: id }) => id,
  fileNames: { appointments: documentName },
});
