import type { Role, Roles } from '../../wire/roles.ts';
import type { Plugin } from '../app/definePlugin.ts';
import { completePath } from '../permissions.ts';
import { listRoles, mayDo } from '../rights.ts';
import type { AnyResource } from '../types/anyResource.ts';

const PATHS = ['list', 'form', 'reports'] as const;

/** Completes the default paths of a role. Leaves wrong values to `checkResources`. */
function completePaths(access: AnyResource['roles'][Role] | undefined, role: Role, roles: Roles): typeof access {
  if (!access || typeof access !== 'object') return access;
  const paths = PATHS.filter((key) => typeof access[key] === 'string');
  return {
    ...access,
    ...Object.fromEntries(paths.map((key) => [key, completePath(access[key] as string, role, roles)])),
  };
}

/** Orders the roles of a resource as src/roles.ts does, and completes their paths. Other values stay as they are. */
export function completeRoles<T>(one: T, roles: Roles): T {
  const { roles: given } = (one ?? {}) as Partial<AnyResource>;
  if (!given || typeof given !== 'object') return one;
  const names = listRoles({ roles: given }).toSorted((a, b) => roles.names.indexOf(a) - roles.names.indexOf(b));
  return { ...one, roles: Object.fromEntries(names.map((role) => [role, completePaths(given[role], role, roles)])) };
}

/**
 * Completes valid resources by what depends on their app: the keys of its plug-ins, and, by its roles, order, default
 * paths, and who empties the bin.
 */
export const prepareResources = (
  resources: readonly AnyResource[],
  roles: Roles,
  plugins: readonly { plugin: Plugin }[] = [],
): AnyResource[] =>
  resources.map((given) => {
    const one = plugins.reduce((resource, { plugin }) => plugin.prepare?.(resource) ?? resource, given);
    const { softDelete } = one;
    const resource = completeRoles(one, roles);
    const forGood = roles.managers.filter((role) => mayDo(one, role, 'delete'));
    return softDelete ? { ...resource, softDelete: { forGood, ...(softDelete === true ? {} : softDelete) } } : resource;
  });
