import type { Migration } from 'kysely/migration';
import { idempotencySteps } from '../accounts/idempotencyRows.ts';
import { jobSteps } from '../db/jobSteps.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';
import { apiKeySteps } from './apiKeySteps.ts';
import { formerWebhookSteps } from './webhookSteps.ts';

const steps = [...idempotencySteps, ...jobSteps];

/** Creates the tables of idempotency keys and jobs. */
export const coreProgramTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, steps),
});

/** Creates the migration after `operationTables` as it was when the frame had the tables of API keys and webhooks. */
export const programTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, [...apiKeySteps, ...steps, ...formerWebhookSteps]),
});
