import {
  auditArchiveTables,
  automationTables,
  defineServer,
  frameTables,
  identityTables,
  operationTables,
  programTables,
} from 'portal-frame/server';
import { runMigrationStep } from 'portal-frame/server/database';
import { roles } from '../app/src/roles.ts';
import { tracking } from './tracking.ts';

export default defineServer({
  name: 'Workshop',
  roles,
  publicLinks: [tracking],
  migrations: (kind) => ({
    // The frame's own steps come first.
    '001_frame': frameTables(kind),
    '002_operations': operationTables(kind),
    '003_programs': programTables(kind),
    '004_identities': identityTables(kind),
    '005_automations': automationTables(kind),
    '006_audit_archives': auditArchiveTables(kind),
    '007_visits': { up: (db) => runMigrationStep(db, kind, ['create table visits (day text primary key)']) },
  }),
});
