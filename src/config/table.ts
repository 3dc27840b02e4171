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
