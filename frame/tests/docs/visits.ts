import { defineServer } from 'portal-frame/server';
import { runMigrationStep } from 'portal-frame/server/database';
import { roles } from '../app/src/roles.ts';

export default defineServer({
  name: 'Workshop',
  roles,
  migrations: (kind) => ({
    '001_visits': { up: (db) => runMigrationStep(db, kind, ['create table visits (day text primary key)']) },
  }),
});
