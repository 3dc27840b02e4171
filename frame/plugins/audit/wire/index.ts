/** The call of the audit trail, for a resource of the app. */

export { AUDIT_RESOURCES, AUDIT_ROWS, auditApi, auditCalls } from './auditCalls.ts';
