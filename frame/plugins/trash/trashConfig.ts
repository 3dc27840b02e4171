import { type AnyResource, mayDo } from 'portal-frame';
import type { Keys } from 'portal-frame/keys';
import type { Role, Roles } from 'portal-frame/roles';
import type { trashOptions } from './trashSchema.ts';

/** Trash of a collection. `true` uses the defaults. */
export interface SoftDeleteConfig extends Keys<typeof trashOptions> {}

/** Without this import, an app's compiler would not meet the interface that is extended below. */
export type { PluginKeys } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface PluginKeys<_N extends string, _T extends string, _R extends object> {
    /** Collections: deleted records go to the trash. */
    softDelete?: boolean | SoftDeleteConfig;
  }
}

/** Returns the roles for each use of the trash, or undefined if there is no trash. */
export function getTrashRoles({
  softDelete,
  roles,
}: AnyResource): Record<'see' | 'restore' | 'forGood', Role[]> | undefined {
  if (!softDelete) return undefined;
  const { restore, forGood = [] }: SoftDeleteConfig = softDelete === true ? {} : softDelete;
  const see = (Object.keys(roles) as Role[]).filter((role) => roles[role]?.can.includes('delete'));
  const among = (allowed: readonly Role[] | undefined) => see.filter((role) => allowed?.includes(role) ?? true);
  return { see, restore: among(restore), forGood: among(forGood) };
}

/** True if a role may see, restore or delete for good what is in the trash. */
export const mayUseTrash = (resource: AnyResource, role: Role, right: 'see' | 'restore' | 'forGood'): boolean =>
  getTrashRoles(resource)?.[right].includes(role) ?? false;

/** Returns the days records stay in the trash, or undefined if there is no limit. */
export const getTrashDays = ({ softDelete }: AnyResource): number | undefined =>
  typeof softDelete === 'object' ? softDelete.days : undefined;

/** Completes the trash of a resource: managers that may delete its records may delete them for good. */
export function completeTrashRoles(resource: AnyResource, roles: Roles): AnyResource {
  const { softDelete } = resource;
  if (!softDelete) return resource;
  const forGood = roles.managers.filter((role) => mayDo(resource, role, 'delete'));
  return { ...resource, softDelete: { forGood, ...(softDelete === true ? {} : softDelete) } };
}
