import { type Role, SYSTEM_ROLE } from '../../wire/roles.ts';

/** Turns a bare field name into an entry. */
export const toEntry = <E extends { field: string }>(entry: string | E): E =>
  (typeof entry === 'string' ? { field: entry } : entry) as E;

/** Returns the entries that a role may see. */
export const getVisibleEntries = <E extends { field: string; roles?: readonly Role[] }>(
  entries: readonly (string | E)[],
  role: Role,
): E[] =>
  entries
    .map((entry) => toEntry<E>(entry))
    .filter(({ roles }) => !roles || role === SYSTEM_ROLE || roles.includes(role));
