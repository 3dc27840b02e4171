import type { Migration } from 'kysely/migration';
import { identitySteps } from '../accounts/identityRows.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';

/** Creates the migration after `programTables`: people of an identity provider. */
export const identityTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, identitySteps),
});
