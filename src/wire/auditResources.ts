/** What calls do something to, as the audit trail names it; collections come under their own names. */
export const AUDIT_RESOURCES = [
  'appointments',
  'employees',
  'laboratories',
  'transactions',
  'notifications',
  'profile',
  'password',
  'settings',
  'push',
  'session',
  'admins',
  'secondFactor',
  'feed',
  'custody',
  'audit',
  'photos',
  'documents',
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];
