import type { ErrorReporter } from './configError.ts';
import type { Keys } from './schemas/keyTypes.ts';
import type { table } from './schemas/tableSchema.ts';
import type { AnyResource } from './types/anyResource.ts';

/** Existing table for the records of a resource with an `api`. Migrations create it and its indexes. */
export interface TableConfig<N extends string> extends Keys<typeof table, { field: N }> {}

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
