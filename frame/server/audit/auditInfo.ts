import type { AuditOperation, FrameAuditResource } from '../../wire/calls/auditCalls.ts';
import { serverParts } from '../parts.ts';

export interface AuditInfo {
  operation: AuditOperation;
  resource: string;
  action?: string;
}

/** Resources of the frame without personal data. */
const WITHOUT_PERSONAL_DATA: readonly string[] = [
  'profile',
  'password',
  'settings',
  'push',
  'session',
] satisfies FrameAuditResource[];

/**
 * True if reads of a resource may disclose personal data: the reply then waits for its audit entry. Collections count
 * as personal unless the app declares otherwise.
 */
export const holdsPersonalData = (resource: string): boolean =>
  !WITHOUT_PERSONAL_DATA.includes(resource) && !serverParts().nonPersonalResources?.includes(resource);
