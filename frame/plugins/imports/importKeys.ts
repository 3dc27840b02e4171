import type { AnyResource } from 'portal-frame';
import type { ErrorReporter, ResourceKeys } from 'portal-frame/keys';
import { z } from 'zod';
import { importOptions } from './importConfig.ts';

/** Checks that roles with the right to import have a create form, whose entries are the columns, and a call. */
function checkImport({ roles, create, api }: AnyResource, report: ErrorReporter): void {
  for (const [role, { can }] of Object.entries(roles)) {
    const isImportable = create && (!api || api.import?.[role as keyof typeof roles]);
    if (can.includes('import') && !isImportable)
      report(`roles.${role}.can`, 'import', `a create form and, with calls of its own, one in api.import.${role}`);
  }
}

export default {
  import: { schema: importOptions, check: checkImport },
  'api.import': { schema: z.unknown() },
} satisfies ResourceKeys;
