import type { AnyResource } from 'portal-frame';
import { type ErrorReporter, fieldName, optional, type ResourceKeys } from 'portal-frame/keys';
import { z } from 'zod';

const importOptions = z.strictObject({
  optional: optional(z.array(fieldName), 'Fields required by the form but optional in a row.', "['note']"),
  headings: optional(
    z.record(fieldName, z.array(z.string()).min(1)),
    'Further headings of columns by field, as other programs write them. Case and accents do not count.',
    "{ birthday: ['DOB'] }",
    'the names and labels of the fields',
  ),
});

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
