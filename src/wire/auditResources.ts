import { FRAME_AUDIT_RESOURCES } from 'portal-frame/calls';

/** Resources of the audit trail besides collections: those of the portal's calls, then of the frame's. */
export const AUDIT_RESOURCES = [
  ...(['appointments', 'employees', 'laboratories', 'transactions', 'admins'] as const),
  ...FRAME_AUDIT_RESOURCES,
] as const;
/** The plug-in of second factors adds its choice. */
export type AuditResource = (typeof AUDIT_RESOURCES)[number] | 'secondFactor';
