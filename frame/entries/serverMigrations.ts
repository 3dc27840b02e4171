/** Server entry for migrations of an app: schema steps of the frame that an app places among its own. */

export { emailChangeSteps } from '../server/accounts/emailChanges.ts';
export { secondFactorSteps } from '../server/accounts/secondFactorTables.ts';
export { sharedQuerySteps } from '../server/accounts/sharedQueryRows.ts';
export { auditRecordSteps, auditSteps } from '../server/audit/auditTables.ts';
export { holdSteps } from '../server/files/backupHolds.ts';
export { eventTableSteps } from '../server/live/changeEventTables.ts';
export { outboxSteps } from '../server/outbox/outboxTables.ts';
