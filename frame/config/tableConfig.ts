import type { ErrorReporter } from './configError.ts';
import type { AnyResource } from './resource.ts';

/**
 * The table that the records of a resource with calls of its own stand in on our server, which keeps and gives them by
 * this config as it does a collection's. Migrations make it and its indexes.
 */
export interface TableConfig<N extends string> {
  name: string;
  /**
   * The columns of those fields whose column is not called as they are (`dateAndTime` is `date_and_time`); null for a
   * field that stands in no column of this table.
   */
  columns?: { readonly [K in N]?: string | null };
  /** The columns of the ids of records referred to, where a reference keeps another value of theirs: row rules go by them. */
  ids?: { readonly [K in N]?: string };
  /** The columns of texts as they are sorted by: without case and accents. */
  keys?: { readonly [K in N]?: string };
  /** What the columns of its records hold, where other records stand in the table as well: a text, any but one, or null. */
  where?: { readonly [column: string]: string | null | { readonly not: string } };
}

/** Whether our server keeps the records by this config: where the resource has no calls of its own, or names its table. */
export const isServerManaged = ({ api, table }: Pick<AnyResource, 'api' | 'table'>): boolean =>
  !api || table !== undefined;

/** The column of a field in the table that a resource names; null for one that has none there. */
export function getColumnName({ columns = {} }: TableConfig<string>, field: string): string | null {
  const named = columns[field];
  return named === undefined ? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : named;
}

/** A table that a config names is one of our server's, and its columns are those of fields. */
export function checkTable({ name, table, api, fields }: AnyResource, report: ErrorReporter): void {
  if (!table) return;
  if (!api || api.host)
    report(
      'table',
      table.name,
      'calls of its own (`api`) on our server: any other resource has a table made for it, or another host keeps it',
    );
  const names = Object.keys(fields);
  for (const part of ['columns', 'ids', 'keys'] as const)
    for (const field of Object.keys(table[part] ?? {}))
      if (!names.includes(field)) report(`table.${part}.${field}`, field, `one of the fields of ${name}`, names);
}
