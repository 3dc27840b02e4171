import type { Migration } from 'kysely/migration';
import { apiKeySteps } from '../accounts/apiKeyRows.ts';
import { idempotencySteps } from '../accounts/idempotencyRows.ts';
import { jobSteps } from '../db/jobSteps.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';
import { formerWebhookSteps } from './webhookSteps.ts';

const steps = [...apiKeySteps, ...idempotencySteps, ...jobSteps];

/** Creates the tables of API keys, idempotency keys and jobs. */
export const coreProgramTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, steps),
});

/** Creates the migration after `operationTables` as it was when the frame had the tables of webhooks. */
export const programTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, [...steps, ...formerWebhookSteps]),
});
