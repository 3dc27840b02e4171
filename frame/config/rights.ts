import type { Fields } from '../fields/kind.ts';
import { ROLES, type Role } from '../wire/call.ts';
import { toEntry } from './entries.ts';
import type { AnyResource } from './resource.ts';

/** An entry of a config that may be for some roles alone. */
type Entry = string | { field: string; roles?: readonly Role[] };

/** Everywhere a config names fields for some roles or for all. */
const entriesOf = ({ list, show, create, edit }: AnyResource): { field: string; roles?: readonly Role[] }[] =>
  [
    ...list.columns,
    ...(list.filters ?? []),
    ...[show, create, edit].flatMap((part) => part?.groups ?? []).flatMap(({ fields }) => fields),
  ].map((entry) => toEntry<{ field: string; roles?: readonly Role[] }>(entry as Entry));

/**
 * Whether a role may read a field of a collection: its `read` says so. Left out, a field that the config shows to some
 * roles alone, wherever it names it, is read by these alone.
 */
export function mayRead(resource: AnyResource, role: Role, name: string): boolean {
  const read = resource.fields[name]?.read;
  if (read) return read.includes(role);
  const named = entriesOf(resource).filter(({ field }) => field === name);
  return named.length === 0 || named.some(({ roles }) => !roles || roles.includes(role));
}

/** Whether a role may fill in a field of a collection, where a form or an action of its lets it. */
export const mayWrite = ({ fields }: AnyResource, role: Role, name: string): boolean =>
  fields[name]?.write?.includes(role) ?? true;

/** Entries, narrowed to the roles that may read (or, in forms, write) their fields. */
const narrowed = <E extends Entry>(entries: readonly E[], fields: Fields, right: 'read' | 'write'): E[] =>
  entries.map((entry) => {
    const one = toEntry<{ field: string; roles?: readonly Role[] }>(entry);
    const allowed = fields[one.field]?.[right] ?? (right === 'write' ? fields[one.field]?.read : undefined);
    if (!allowed) return entry;
    return { ...one, roles: (one.roles ?? ROLES).filter((role) => allowed.includes(role)) } as unknown as E;
  });

interface Config {
  fields: Fields;
  list: { columns: readonly Entry[]; filters?: readonly Entry[] };
  show?: { groups: readonly { fields: readonly Entry[] }[] };
  create?: { groups: readonly { fields: readonly Entry[] }[] };
  edit?: { groups: readonly { fields: readonly Entry[] }[] };
}

/** A config whose columns, filters, lines and inputs are for those alone who may read or write their fields. */
export function restrictEntries<C extends Config>(config: C): C {
  const { fields, list, show, create, edit } = config;
  const groups = <P extends NonNullable<Config['show']>>(part: P | undefined, right: 'read' | 'write') =>
    part && {
      ...part,
      groups: part.groups.map((group) => ({ ...group, fields: narrowed(group.fields, fields, right) })),
    };
  return {
    ...config,
    list: {
      ...list,
      columns: narrowed(list.columns, fields, 'read'),
      ...(list.filters && { filters: narrowed(list.filters, fields, 'read') }),
    },
    ...(show && { show: groups(show, 'read') }),
    ...(create && { create: groups(create, 'write') }),
    ...(edit && { edit: groups(edit, 'write') }),
  };
}
