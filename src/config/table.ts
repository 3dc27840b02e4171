import type { Report } from './faults.ts';
import type { AnyResource } from './resource.ts';

/**
 * The table that the records of a resource with calls of its own stand in on our server, which keeps and gives them by
 * this config as it does a collection's. Migrations make it and its indexes.
 */
export interface TableConfig<N extends string> {
  name: string;
  /** The columns of those fields whose column is not called as they are (`dateAndTime` is `date_and_time`). */
  columns?: { readonly [K in N]?: string };
}

/** Whether our server keeps the records by this config: where the resource has no calls of its own, or names its table. */
export const isKept = ({ api, table }: Pick<AnyResource, 'api' | 'table'>): boolean => !api || table !== undefined;

/** The column of a field in the table that a resource names. */
export const columnIn = (table: TableConfig<string>, field: string): string =>
  table.columns?.[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table that a config names is one of our server's, and its columns are those of fields. */
export function checkTable({ name, table, api, fields }: AnyResource, report: Report): void {
  if (!table) return;
  if (!api || api.host)
    report(
      'table',
      table.name,
      'calls of its own (`api`) on our server: any other resource has a table made for it, or another host keeps it',
    );
  const known = Object.keys(fields);
  for (const field of Object.keys(table.columns ?? {}))
    if (!known.includes(field)) report(`table.columns.${field}`, field, `one of the fields of ${name}`, known);
}
