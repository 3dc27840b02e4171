import type { PerRole } from 'portal-frame/roles';
import type { ImportBinding } from './wire/importCalls.ts';

/** CSV import. Columns are the entries of the create form that fit into a cell. */
export interface ImportConfig<N extends string> {
  /** Fields required by the form but optional in a row. */
  optional?: readonly N[];
  /** Further headings of columns, as other programs write them, by field. */
  headings?: Partial<Record<N, readonly string[]>>;
}

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
