import type { InputName } from '../fields/kind.ts';
import type { Role } from '../wire/call.ts';
import type { Feature } from '../wire/features.ts';
import { getVisibleEntries } from './entries.ts';
import type { AnyResource, EntryConfig } from './resource.ts';

/** What fits into no cell of a table, or does not belong there. */
const NO_CELLS: readonly unknown[] = ['image', 'files', 'timings', 'password'] satisfies InputName[];

/**
 * The columns that an import of a resource takes from a role: the entries of its form that fit into a cell. Groups of a
 * feature count where the host offers it.
 */
export function getImportEntries(
  { create, fields }: AnyResource,
  role: Role,
  isOffered: (feature: Feature) => boolean = () => false,
): EntryConfig<string>[] {
  const groups = (create?.groups ?? []).filter(({ feature }) => !feature || isOffered(feature));
  const entries = groups.flatMap(({ fields }) => getVisibleEntries<EntryConfig<string>>(fields, role));
  return entries.filter(({ field }) => {
    const { kind } = fields[field] ?? {};
    return kind && kind.storage !== 'children' && !NO_CELLS.includes(kind.input);
  });
}

/** Whether a row must have it. A field that starts with a value gets that where the cell is empty. */
export const isRequiredInImport = (
  { fields, import: taking }: AnyResource,
  { field, required }: EntryConfig<string>,
): boolean =>
  !taking?.optional?.includes(field) &&
  (required ?? fields[field]?.required ?? false) &&
  fields[field]?.default === undefined;
