/**
 * Server entry for `formerMigrations`: the frame's steps that apps had among their own before each owner had its
 * own list, and of plug-ins that took over such tables. A new app needs none of them.
 */

export { emailChangeSteps } from '../server/accounts/emailChanges.ts';
export { operationTables } from '../server/db/commandRuns.ts';
export { holdSteps } from '../server/files/removalHolds.ts';
export { eventTableSteps } from '../server/live/changeEventTables.ts';
export { apiKeySteps } from '../server/migrations/apiKeySteps.ts';
export {
  auditArchiveSteps,
  auditArchiveTables,
  auditRecordSteps,
  auditSteps,
} from '../server/migrations/auditSteps.ts';
export { automationTables } from '../server/migrations/automationTables.ts';
export { factorSteps, secondFactorSteps } from '../server/migrations/factorSteps.ts';
export { frameTables, pushTokenSteps } from '../server/migrations/frameTables.ts';
export { identitySteps, identityTables } from '../server/migrations/identityTables.ts';
export { programTables } from '../server/migrations/programTables.ts';
export { webhookSteps } from '../server/migrations/webhookSteps.ts';
export { outboxSteps } from '../server/outbox/outboxTables.ts';
