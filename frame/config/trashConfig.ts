import type { Role } from '../wire/roles.ts';
import type { ErrorReporter } from './configError.ts';
import { mayDo } from './rights.ts';
import type { AnyResource } from './types/anyResource.ts';

/** Trash of a collection. `true` uses the defaults. */
export interface SoftDeleteConfig {
  /** Roles that restore records. Default: all that may delete. */
  restore?: readonly Role[];
  /** Roles that delete permanently. Default: managers. */
  forGood?: readonly Role[];
  /** Days until records are deleted permanently. Default: never. */
  days?: number;
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

/** True if a role may see, restore or delete for good what is in the bin. */
export const mayUseTrash = (resource: AnyResource, role: Role, right: 'see' | 'restore' | 'forGood'): boolean =>
  getTrashRoles(resource)?.[right].includes(role) ?? false;

/** Returns the days records stay in the trash, or undefined if there is no limit. */
export const getTrashDays = ({ softDelete }: AnyResource): number | undefined =>
  typeof softDelete === 'object' ? softDelete.days : undefined;

/** Checks that the resource is a collection and that trash roles may delete. */
export function checkSoftDelete(resource: AnyResource, report: ErrorReporter): void {
  const { softDelete, api, table } = resource;
  if (!softDelete) return;
  if (api) report('softDelete', softDelete, 'nothing: the host decides what is deleted');
  else if (table) report('softDelete', softDelete, 'nothing: records of a table that is there are deleted there');
  else if ((getTrashRoles(resource)?.see.length ?? 0) === 0)
    report('softDelete', softDelete, 'a role with the right "delete"');
  if (softDelete === true) return;
  for (const right of ['restore', 'forGood'] as const)
    for (const [place, role] of (softDelete[right] ?? []).entries())
      if (!mayDo(resource, role, 'delete'))
        report(`softDelete.${right}.${place}`, role, `a role with the right "delete"`);
}
