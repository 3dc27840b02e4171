import type { AnyResource, Role } from 'portal-frame';
import { type EntryConfig, getOwnField, getVisibleEntries, type InputName } from 'portal-frame/plugin';
import type { Feature } from 'portal-frame/wire';

const NO_CELLS: readonly unknown[] = ['image', 'files', 'timings', 'password'] satisfies InputName[];

/**
 * Lists the import columns of a role: entries of the create form that fit into a cell. Groups with a feature count only
 * if `isOffered` is true for it.
 */
export function getImportEntries(
  resource: AnyResource,
  role: Role,
  isOffered: (feature: Feature) => boolean = () => false,
): EntryConfig<string>[] {
  const { create, fields } = resource;
  const own = getOwnField(resource, role);
  const groups = (create?.groups ?? []).filter(({ feature }) => !feature || isOffered(feature));
  const entries = groups.flatMap(({ fields }) => getVisibleEntries<EntryConfig<string>>(fields, role));
  return entries.filter(({ field }) => {
    const { kind } = fields[field] ?? {};
    return kind && field !== own && kind.storage !== 'children' && !NO_CELLS.includes(kind.input);
  });
}

/** True if a row must have the value. A default fills an empty cell. */
export const isRequiredInImport = (
  { fields, import: importConfig }: AnyResource,
  { field, required }: EntryConfig<string>,
): boolean =>
  !importConfig?.optional?.includes(field) &&
  !fields[field]?.when &&
  (required ?? fields[field]?.required ?? false) &&
  fields[field]?.default === undefined;
