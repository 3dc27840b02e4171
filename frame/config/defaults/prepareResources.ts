import type { Role, Roles } from '../../wire/roles.ts';
import type { Plugin } from '../app/definePlugin.ts';
import { completePath } from '../permissions.ts';
import { listRoles } from '../rights.ts';
import type { AnyResource } from '../types/anyResource.ts';

type Plugins = readonly { plugin: Plugin }[];

/** Completes the default paths of a role, also of screens of plug-ins. Leaves wrong values to `checkResources`. */
function completePaths(resource: AnyResource, role: Role, roles: Roles, plugins: Plugins): unknown {
  const access = resource.roles[role];
  if (!access || typeof access !== 'object') return access;
  const { base, ...given } = access;
  const screens = plugins.flatMap(({ plugin: { screen } }) => screen ?? []);
  const added = screens
    .filter((screen) => base && screen.isDefault(resource, role))
    .map(({ key }) => [key, `${base}-${key}`]);
  const all: Record<string, unknown> = { ...Object.fromEntries(added), ...given };
  for (const key of ['list', 'form', ...screens.map((screen) => screen.key)])
    if (typeof all[key] === 'string') all[key] = completePath(all[key], role, roles);
  return all;
}

/** Orders the roles of a resource as src/roles.ts does, and completes their paths. Other values stay as they are. */
export function completeRoles<T>(one: T, roles: Roles, plugins: Plugins): T {
  const { roles: given } = (one ?? {}) as Partial<AnyResource>;
  if (!given || typeof given !== 'object') return one;
  const names = listRoles({ roles: given }).toSorted((a, b) => roles.names.indexOf(a) - roles.names.indexOf(b));
  const resource = one as AnyResource;
  const completed = names.map((role) => [role, completePaths(resource, role, roles, plugins)]);
  return { ...one, roles: Object.fromEntries(completed) };
}

/** Completes valid resources by what depends on their app: the keys of its plug-ins, and the order and paths of its roles. */
export const prepareResources = (
  resources: readonly AnyResource[],
  roles: Roles,
  plugins: Plugins = [],
): AnyResource[] =>
  resources.map((given) => {
    const one = plugins.reduce((resource, { plugin }) => plugin.prepare?.(resource, roles) ?? resource, given);
    return completeRoles(one, roles, plugins);
  });
