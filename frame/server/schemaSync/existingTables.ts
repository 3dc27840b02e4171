import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import { STORAGES, type Storage } from '../../fields/kind.ts';
import { getLinkTable, getTableName, getValueColumn } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import {
  createFieldShape,
  type FieldShape,
  getStoredFields,
  type ResourceShape,
  type StoredShape,
} from './resourceShape.ts';

/** Assumed kind of an unknown field. */
const DEFAULT_KINDS: Readonly<Record<Storage, string>> = {
  text: 'text',
  integer: 'number',
  real: 'number',
  cents: 'money',
  flag: 'toggle',
  moment: 'dateTime',
  json: 'json',
  file: 'image',
  files: 'files',
  links: 'references',
  children: 'children',
};

export interface ExistingTable {
  name: string;
  columns: readonly string[];
  /** Column types as the database names them. */
  types?: readonly string[];
}

const hasValues = async (db: CollectionDb, table: string, column: string): Promise<boolean> =>
  (await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(db)).rows.length >
  0;

const createUnknownField = (storage: Storage, name: string, value: string): FieldShape => ({
  ...{ name, kind: DEFAULT_KINDS[storage], storage, value, rule: {} },
});

/** Infers the fields of a table from its columns and its config, if there is one. */
async function inferFields(
  db: CollectionDb,
  { name: table, columns }: ExistingTable,
  config: AnyResource | undefined,
  tables: readonly string[],
): Promise<FieldShape[]> {
  const found = columns.flatMap((column): FieldShape[] => {
    const storage = STORAGES.find((one) => column.startsWith(`${one}_`));
    return storage ? [createUnknownField(storage, column.slice(storage.length + 1), column)] : [];
  });
  const links = `${table.replace(/^c_/, 'l_')}_`;
  for (const one of tables.filter((other) => other.startsWith(links)))
    found.push(createUnknownField('links', one.slice(links.length), getValueColumn('links', one.slice(links.length))));
  const fields: FieldShape[] = [];
  for (const [name, field] of config ? getStoredFields(config) : []) {
    const { storage } = field.kind;
    const value = getValueColumn(storage, name);
    const own =
      storage === 'links' ? tables.includes(getLinkTable(table, value)) : found.some((one) => one.value === value);
    const others = found.filter((one) => one.name === name && one.value !== value);
    // Earlier storages of the field may hold its values.
    const filled: FieldShape[] = [];
    for (const other of others)
      if (other.storage === 'links' || (await hasValues(db, table, other.value))) filled.push(other);
    const isEmpty = !own || (filled.length > 0 && storage !== 'links' && !(await hasValues(db, table, value)));
    if (isEmpty && filled[0]) fields.push(filled[0]);
    else if (own) fields.push(createFieldShape(name, field, value));
  }
  const live = new Set(fields.map(({ value }) => value));
  return [
    ...fields,
    ...found.filter(({ value }) => !live.has(value)).map((one) => ({ ...one, dropped: true as const })),
  ];
}

/**
 * Infers the shape of a database from before shapes were stored. Configured fields are in the columns of their names;
 * all other columns count as dropped.
 */
export async function inferShape(
  db: CollectionDb,
  resources: readonly AnyResource[],
  tables: readonly ExistingTable[],
): Promise<StoredShape> {
  const names = tables.map(({ name }) => name);
  const found = tables.filter(({ name }) => name.startsWith('c_'));
  return Promise.all(
    found.map(async (table): Promise<ResourceShape> => {
      const config = resources.find(({ name }) => getTableName(name) === table.name);
      const fields = await inferFields(db, table, config, names);
      return { name: table.name.slice(2), table: table.name, fields, ...(!config && { dropped: true as const }) };
    }),
  );
}
