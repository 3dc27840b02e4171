import type { Migration } from 'kysely/migration';
import { apiKeySteps } from '../accounts/apiKeyRows.ts';
import { idempotencySteps } from '../accounts/idempotencyRows.ts';
import { jobSteps } from '../db/jobSteps.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';
import { webhookSteps } from '../db/webhookSteps.ts';

/** Creates the migration after `operationTables`: API keys, idempotency keys, jobs and webhooks. */
export const programTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, [...apiKeySteps, ...idempotencySteps, ...jobSteps, ...webhookSteps]),
});
