import type { Role } from '../wire/call.ts';

/** An entry written as a bare name or as an object, as an object. */
export const asEntry = <E extends { field: string }>(entry: string | E): E =>
  (typeof entry === 'string' ? { field: entry } : entry) as E;

/** The entries a role sees. */
export const entriesFor = <E extends { field: string; roles?: readonly Role[] }>(
  entries: readonly (string | E)[],
  role: Role,
): E[] => entries.map((entry) => asEntry<E>(entry)).filter(({ roles }) => !roles || roles.includes(role));
