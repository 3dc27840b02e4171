import { fieldName, fieldNames, type Keys, optional } from 'portal-frame/keys';
import type { PerRole } from 'portal-frame/roles';
import { z } from 'zod';
import type { ImportBinding } from './wire/importCalls.ts';

export const importOptions = z.strictObject({
  optional: optional(fieldNames, 'Fields required by the form but optional in a row.', "['note']"),
  headings: optional(
    z.record(fieldName, z.array(z.string()).min(1)),
    'Further headings of columns by field, as other programs write them. Case and accents do not count.',
    "{ birthday: ['DOB'] }",
    'the names and labels of the fields',
  ),
});

/** CSV import. Columns are the entries of the create form that fit into a cell. */
interface ImportConfig<N extends string> extends Keys<typeof importOptions, { field: N }> {}

/** Without this import, an app's compiler would not meet the interfaces that are extended below. */
export type { PluginKeys, ResourceApi } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface PluginKeys<_N extends string, _T extends string, _R extends object> {
    /** For roles with `import`. */
    import?: ImportConfig<_N>;
  }
  interface ResourceApi {
    import?: PerRole<ImportBinding>;
  }
}
