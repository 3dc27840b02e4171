import type { ErrorReporter } from './configError.ts';
import type { AnyResource } from './types/anyResource.ts';

/** Existing table for the records of a resource with an `api`. Migrations create it and its indexes. */
export interface TableConfig<N extends string> {
  name: string;
  /**
   * Columns whose names are not the field name in snake case (`dateAndTime` is `date_and_time`). Null for a field
   * without a column.
   */
  columns?: { readonly [K in N]?: string | null };
  /** Columns with ids of referenced records, if a reference stores another value. Row rules use them. */
  idColumns?: { readonly [K in N]?: string };
  /** Columns with sort keys of texts, without case and accents. Without one, `contains` distinguishes accents. */
  sortKeyColumns?: { readonly [K in N]?: string };
  /** Fields whose text column is not null. A missing value is stored as ''. */
  emptyTexts?: readonly N[];
  /** Columns that count changes from 1 and hold times, as those of collections do. Each may be left out. */
  stamps?: { readonly version?: string; readonly createdAt?: string; readonly changedAt?: string };
  /** Fields whose change alone leaves version and times as they are, such as values that the server derives. */
  unversioned?: readonly N[];
  /** Operations of the records API, if the fields cover every required column. True: both. */
  writable?: true | readonly ('create' | 'delete')[];
  /** Our server also serves the records as those of a collection, for reading. Lists then filter, search and sort there. */
  served?: boolean;
  /** Column values of the resource's rows, if the table also holds others: a text, any other text, or null. */
  where?: { readonly [column: string]: string | null | { readonly not: string } };
}

/** True if our server stores the records, as a collection or in a named table. */
export const isServerManaged = ({ api, table }: Pick<AnyResource, 'api' | 'table'>): boolean =>
  !api || table !== undefined;

export function getColumnName({ columns = {} }: TableConfig<string>, field: string): string | null {
  const named = columns[field];
  return named === undefined ? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : named;
}

/** Checks that the table belongs to our server and its columns to fields. */
export function checkTable({ name, table, api, fields }: AnyResource, report: ErrorReporter): void {
  if (!table) return;
  if (!api || api.host)
    report(
      'table',
      table.name,
      'calls of its own (`api`) on our server: any other resource has a table made for it, or another host keeps it',
    );
  const names = Object.keys(fields);
  for (const part of ['columns', 'idColumns', 'sortKeyColumns'] as const)
    for (const field of Object.keys(table[part] ?? {}))
      if (!names.includes(field)) report(`table.${part}.${field}`, field, `one of the fields of ${name}`, names);
  for (const field of table.unversioned ?? [])
    if (!names.includes(field)) report('table.unversioned', field, `one of the fields of ${name}`, names);
  const texts = names.filter((field) => fields[field]?.kind.storage === 'text');
  for (const field of table.emptyTexts ?? [])
    if (!texts.includes(field)) report('table.emptyTexts', field, `one of the texts of ${name}`, texts);
}
