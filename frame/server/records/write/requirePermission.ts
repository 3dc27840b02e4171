import type { Permission } from '../../../config/permissions.ts';
import { HttpError } from '../../base/httpError.ts';
import { hasPermission } from '../access/fieldAccess.ts';
import type { OperationContext } from '../read/operationContext.ts';

/** Throws an HttpError (403) unless `getAllowedRoles` contains the role. Hooks and the system need no permission. */
export function requirePermission(
  { isHook, collection, account }: OperationContext,
  permissions: readonly Permission[],
  options?: { orAction: boolean },
): void {
  if (!isHook && !hasPermission(collection.resource, account.role, permissions, options))
    throw new HttpError(403, 'server.forbidden');
}
