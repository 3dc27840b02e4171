import type { Role } from '../wire/call.ts';
import type { AnyResource } from './resource.ts';

/** An entry written as a bare name or as an object, as an object. */
export const toEntry = <E extends { field: string }>(entry: string | E): E =>
  (typeof entry === 'string' ? { field: entry } : entry) as E;

/** The field that a record is called by: its popup's title, else the list's first column; '' where there is neither. */
export const getTitleField = ({ show, list }: Pick<AnyResource, 'show' | 'list'>): string =>
  show?.title ?? toEntry<{ field: string }>(list.columns[0] ?? '').field;

/** The entries a role sees. */
export const getVisibleEntries = <E extends { field: string; roles?: readonly Role[] }>(
  entries: readonly (string | E)[],
  role: Role,
): E[] => entries.map((entry) => toEntry<E>(entry)).filter(({ roles }) => !roles || roles.includes(role));
