import type { AuditOperation, FrameAuditResource } from '../../wire/calls/auditCalls.ts';
import type { ServerParts } from '../parts.ts';

export interface AuditInfo {
  operation: AuditOperation;
  resource: string;
  action?: string;
}

const READS: readonly AuditOperation[] = ['read', 'list', 'export'];

/** True for operations that change nothing. */
export const isRead = ({ operation }: AuditInfo): boolean => READS.includes(operation);

/** Resources of the frame without personal data. */
const WITHOUT_PERSONAL_DATA: readonly string[] = [
  'profile',
  'password',
  'settings',
  'session',
  'apiKeys',
] satisfies FrameAuditResource[];

/** True if reads may disclose personal data and must wait for their audit entry. Default for collections: true. */
export const holdsPersonalData = (app: ServerParts, resource: string): boolean =>
  !WITHOUT_PERSONAL_DATA.includes(resource) && !app.nonPersonalResources?.includes(resource);
