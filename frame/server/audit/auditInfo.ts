import type { AuditOperation, FrameAuditResource } from '../../wire/auditCalls.ts';
import { serverParts } from '../parts.ts';

/** What a request does, and to what. */
export interface AuditInfo {
  operation: AuditOperation;
  resource: string;
  /** The named action or transition, where it is one. */
  action?: string;
}

/** Of the frame's own, what shows nothing of any person. */
const WITHOUT_PERSONAL_DATA: readonly string[] = [
  'profile',
  'password',
  'settings',
  'push',
  'session',
] satisfies FrameAuditResource[];

/**
 * Whether what is read of a resource may be personal data: it is given out only once the trail has it, by record. So
 * may a collection's, unless the app says otherwise.
 */
export const holdsPersonalData = (resource: string): boolean =>
  !WITHOUT_PERSONAL_DATA.includes(resource) && !serverParts().nonPersonalResources?.includes(resource);
