/** Resources of the audit trail besides collections. */
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
  'apiKeys',
  'webhooks',
  'feed',
  'custody',
  'audit',
  'photos',
  'documents',
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];
