import { type AnyResource, mayDo } from '../../config/resource.ts';
import { isOffered } from '../../session/session.ts';
import type { Role } from '../../wire/call.ts';
import { bindCollectionImport, type ImportBinding } from '../../wire/imports.ts';

/** Returns the import call for a role, if it may import and the host can. */
export function findImportBinding(resource: AnyResource, role: Role): ImportBinding | undefined {
  if (!mayDo(resource, role, 'import')) return undefined;
  if (!resource.api) return bindCollectionImport(resource.name);
  const binding = resource.api.import?.[role];
  return isOffered(binding?.call) ? binding : undefined;
}
