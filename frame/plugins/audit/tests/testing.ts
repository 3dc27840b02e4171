/** Parts for tests of apps with the audit trail. */

export { type AuditEntry, appendAudit, hashAuditRow } from '../server/auditChain.ts';
export { openAuditJournal } from '../server/auditJournal.ts';
export { createAuditQueue } from '../server/auditQueue.ts';
export type { AuditRow } from '../server/auditTables.ts';
export { createAuditTrail, getAuditTrail } from '../server/auditTrail.ts';
export { verifyAudit } from '../server/verifyAudit.ts';
