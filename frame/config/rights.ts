import type { Fields } from '../fields/kind.ts';
import { type Role, SYSTEM_ROLE } from '../wire/roles.ts';
import { toEntry } from './app/entries.ts';
import type { AnyResource } from './types/anyResource.ts';

type Entry = string | { field: string; roles?: readonly Role[] };

type Groups = { groups?: readonly { fields: readonly Entry[] }[] };
interface Views {
  list?: { columns?: readonly Entry[]; filters?: readonly Entry[] };
  show?: Groups & { photo?: string };
  create?: Groups;
  edit?: Groups;
}

/** Lists all config entries that name fields. */
export const listEntries = ({ list, show, create, edit }: Views): { field: string; roles?: readonly Role[] }[] =>
  [
    ...(list?.columns ?? []),
    ...(list?.filters ?? []),
    ...(show?.photo ? [show.photo] : []),
    ...[show, create, edit].flatMap((part) => part?.groups ?? []).flatMap(({ fields }) => fields),
  ].map((entry) => toEntry<{ field: string; roles?: readonly Role[] }>(entry as Entry));

const namedRoles = new WeakMap<AnyResource, Map<string, readonly Role[] | 'all'>>();

/** Returns the roles that see each field that the config names somewhere. */
function getNamedRoles(resource: AnyResource): Map<string, readonly Role[] | 'all'> {
  const known = namedRoles.get(resource);
  if (known) return known;
  const found = new Map<string, readonly Role[] | 'all'>();
  for (const { field, roles } of listEntries(resource)) {
    const others = found.get(field) ?? [];
    found.set(field, !roles || others === 'all' ? 'all' : [...others, ...roles]);
  }
  namedRoles.set(resource, found);
  return found;
}

/** True if the role may read a field. Without `read`, a field shown only to some roles is readable only by these. */
export function mayRead(resource: AnyResource, role: Role, name: string): boolean {
  if (role === SYSTEM_ROLE) return true;
  const read = resource.fields[name]?.read;
  if (read) return read.includes(role);
  const roles = getNamedRoles(resource).get(name) ?? 'all';
  return roles === 'all' || roles.includes(role);
}

/** True if the role may write a field through a form or an action. */
export const mayWrite = ({ fields }: AnyResource, role: Role, name: string): boolean =>
  role === SYSTEM_ROLE || (fields[name]?.write?.includes(role) ?? true);

const restrict = <E extends Entry>(entries: readonly E[], fields: Fields, right: 'read' | 'write'): E[] =>
  entries.map((entry) => {
    const one = toEntry<{ field: string; roles?: readonly Role[] }>(entry);
    const allowed = fields[one.field]?.[right] ?? (right === 'write' ? fields[one.field]?.read : undefined);
    if (!allowed) return entry;
    return { ...one, roles: (one.roles ?? allowed).filter((role) => allowed.includes(role)) } as unknown as E;
  });

interface Config {
  fields: Fields;
  list: { columns: readonly Entry[]; filters?: readonly Entry[] };
  show?: { groups: readonly { fields: readonly Entry[] }[] };
  create?: { groups: readonly { fields: readonly Entry[] }[] };
  edit?: { groups: readonly { fields: readonly Entry[] }[] };
}

/** Restricts columns, filters, lines and inputs to roles that may read or write the fields. */
export function restrictEntries<C extends Config>(config: C): C {
  const { fields, list, show, create, edit } = config;
  const groups = <P extends NonNullable<Config['show']>>(part: P | undefined, right: 'read' | 'write') =>
    part && {
      ...part,
      groups: part.groups.map((group) => ({ ...group, fields: restrict(group.fields, fields, right) })),
    };
  return {
    ...config,
    list: {
      ...list,
      columns: restrict(list.columns, fields, 'read'),
      ...(list.filters && { filters: restrict(list.filters, fields, 'read') }),
    },
    ...(show && { show: groups(show, 'read') }),
    ...(create && { create: groups(create, 'write') }),
    ...(edit && { edit: groups(edit, 'write') }),
  };
}

/** Lists the roles that a config names, once prepared in the order of src/roles.ts. */
export const listRoles = ({ roles }: Pick<AnyResource, 'roles'>): Role[] => Object.keys(roles) as Role[];

/** True if the role may do `action` (permission, action or transition) with the resource. */
export function mayDo(resource: AnyResource, role: Role | null | undefined, action: string): boolean {
  const rights = role ? resource.roles[role] : undefined;
  return role === SYSTEM_ROLE || (rights?.can.includes(action) ?? false);
}
