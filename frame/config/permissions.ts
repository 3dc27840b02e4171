import type { Where } from '../where/where.ts';
import type { PerRole, Role, Roles } from '../wire/roles.ts';
import type { access } from './schemas/accessSchema.ts';
import type { Keys } from './schemas/keyTypes.ts';
import type { AnyResource } from './types/anyResource.ts';
import type { RoleKeys } from './types/pluginKeys.ts';

/** Operations a role can be allowed. Named actions add to these. */
export const PERMISSIONS = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Every permission, and every action and transition that people may run. */
export const manage = 'manage';
/** The permissions to list, show and export. */
export const read = 'read';
export const PRESETS = [manage, read] as const;
export type Preset = (typeof PRESETS)[number];

interface AccessParts<R extends object, A> {
  right: Permission | A;
  where: Where<R>;
}

/** Paths and permissions of a role. Without `list` there is no screen and no menu entry. */
export interface RoleAccess<R extends object, A extends string>
  extends Keys<typeof access, AccessParts<R, A> & { can: readonly (Permission | A)[] }>,
    RoleKeys {
  /** Start of the paths that a preset gives screens of plug-ins. `prepareResources` completes them. */
  readonly base?: string;
}

/** Access of a role as a config says it. */
export interface RoleInput<R extends object, A extends string>
  extends Keys<typeof access, AccessParts<R, A> & { can: Preset | readonly (Preset | Permission | A)[] }>,
    RoleKeys {}

interface Config {
  name: string;
  actions?: object;
  states?: { transitions: Readonly<Record<string, { serverOnly?: boolean }>> };
}
type AnyAccess = RoleInput<Record<string, unknown>, string>;

const isPreset = (value: unknown): value is Preset => PRESETS.some((one) => one === value);

function expandRights({ actions = {}, states }: Config, { can, except = [] }: Pick<AnyAccess, 'can' | 'except'>) {
  const transitions = Object.entries(states?.transitions ?? {}).filter(([, { serverOnly }]) => !serverOnly);
  const presets: Record<Preset, readonly string[]> = {
    manage: [...PERMISSIONS, ...Object.keys(actions), ...transitions.map(([name]) => name)],
    read: ['list', 'show', 'export'],
  };
  const rights = [can].flat().flatMap((one) => (isPreset(one) ? presets[one] : one));
  return [...new Set(rights)].filter((one) => !except.includes(one));
}

/** Turns 'testOrders' into 'test-orders'. */
const toPath = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Replaces `{clerk-}` in a default path: by nothing for the managing role. */
export const completePath = (path: string, role: Role, roles: Roles): string =>
  path.replace(/^\/\{([\w-]+)\}/, roles.isManager(role) ? '/' : '/$1');

/** Returns the paths of a role that has a preset: `/{clerk-}tools`. `prepareResources` completes them. */
function getDefaultPaths({ name }: Config, role: Role, can: readonly string[]) {
  const start = `/{${toPath(role)}-}`;
  const list = `${start}${toPath(name)}`;
  return {
    ...(can.includes('list') && { list, base: list }),
    ...(can.includes('create') && { form: `${start}add-${toPath(name)}` }),
  };
}

export const expandRoles = (config: Config, roles: PerRole<Preset | AnyAccess>): AnyResource['roles'] =>
  Object.fromEntries(
    Object.entries(roles ?? {}).map(([role, given]): [string, RoleAccess<Record<string, unknown>, string>] => {
      const access = isPreset(given) ? { can: given } : given;
      const can = expandRights(config, access);
      return [
        role,
        { ...([access.can].flat().some(isPreset) && getDefaultPaths(config, role as Role, can)), ...access, can },
      ];
    }),
  );
