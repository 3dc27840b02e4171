import { MANAGERS, type Role } from '../wire/roles.ts';
import type { ErrorReporter } from './configError.ts';
import { type AnyResource, mayDo } from './resource.ts';

/** What a collection's bin lets whom do; `true` in a config is all of it left out. */
export interface SoftDeleteConfig {
  /** The roles that take records out of the bin again; all that may delete where left out. */
  restore?: readonly Role[];
  /** The roles that delete for good; those that manage the others where left out. */
  forGood?: readonly Role[];
  /** Days after which records are deleted for good by themselves; never where left out. */
  days?: number;
}

/** What may be done with a collection's bin, by right; undefined where it has none. */
export function getBinRoles({
  softDelete,
  roles,
}: AnyResource): Record<'see' | 'restore' | 'forGood', Role[]> | undefined {
  if (!softDelete) return undefined;
  const { restore, forGood = MANAGERS }: SoftDeleteConfig = softDelete === true ? {} : softDelete;
  const see = (Object.keys(roles) as Role[]).filter((role) => roles[role]?.can.includes('delete'));
  const among = (allowed: readonly Role[] | undefined) => see.filter((role) => allowed?.includes(role) ?? true);
  return { see, restore: among(restore), forGood: among(forGood) };
}

/** Whether a role may do this with a resource's bin. */
export const mayUseBin = (resource: AnyResource, role: Role, right: 'see' | 'restore' | 'forGood'): boolean =>
  getBinRoles(resource)?.[right].includes(role) ?? false;

/** Days that records stay in the bin; undefined where they stay for good. */
export const getBinDays = ({ softDelete }: AnyResource): number | undefined =>
  typeof softDelete === 'object' ? softDelete.days : undefined;

/** A bin is a collection's, and who does something with it may delete. */
export function checkSoftDelete(resource: AnyResource, report: ErrorReporter): void {
  const { softDelete, api, table } = resource;
  if (!softDelete) return;
  if (api) report('softDelete', softDelete, 'nothing: what a call of its own deletes is said by the host');
  else if (table) report('softDelete', softDelete, 'nothing: records of a table that is there are deleted there');
  else if ((getBinRoles(resource)?.see.length ?? 0) === 0)
    report('softDelete', softDelete, 'a role with the right "delete"');
  if (softDelete === true) return;
  for (const right of ['restore', 'forGood'] as const)
    for (const [place, role] of (softDelete[right] ?? []).entries())
      if (!mayDo(resource, role, 'delete'))
        report(`softDelete.${right}.${place}`, role, `a role with the right "delete"`);
}
