import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';
import { eventDeliverySteps } from './webhookSteps.ts';

/** Creates the migration after `identityTables`: events of automations beside those of webhooks. */
export const automationTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, eventDeliverySteps),
});
