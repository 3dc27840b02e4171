import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import { STORAGES, type Storage } from '../../fields/kind.ts';
import type { Db } from '../db/databaseSchema.ts';
import { getLinkTable, getTableName, getValueColumn } from '../records/schema/collection.ts';
import {
  createFieldShape,
  type FieldShape,
  getStoredFields,
  type ResourceShape,
  type StoredShape,
} from './resourceShape.ts';

const DEFAULT_KINDS: Readonly<Record<Storage, string>> = {
  ...{ text: 'text', integer: 'number', real: 'number', cents: 'money', mills: 'money' },
  ...{ flag: 'toggle', moment: 'dateTime' },
  ...{ json: 'json', file: 'image', files: 'files', links: 'references', children: 'children' },
};

export interface ExistingTable {
  name: string;
  columns: readonly string[];
  /** Column types as the database names them. */
  types?: readonly string[];
}

export interface RecordTable extends ExistingTable {
  isTrash: boolean;
  /** All tables, including those of its links. */
  linkTables: readonly ExistingTable[];
}

async function hasValues(db: Db, table: string, { storage, value }: FieldShape): Promise<boolean> {
  if (storage === 'links') return true;
  const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(value)} is not null limit 1`;
  return (await found.execute(db)).rows.length > 0;
}

const createUnknownField = (storage: Storage, name: string, value: string): FieldShape => ({
  ...{ name, kind: DEFAULT_KINDS[storage], storage, value, rule: {} },
});

/**
 * Infers the fields of a table from its columns and its config, if there is one. A configured field keeps the column of
 * an earlier storage while only that one has values. Columns of no configured field count as dropped.
 */
async function inferFields(
  db: Db,
  { name: table, columns }: ExistingTable,
  config: AnyResource | undefined,
  tables: readonly string[],
): Promise<FieldShape[]> {
  const found = columns.flatMap((column): FieldShape[] => {
    const storage = STORAGES.find((name) => column.startsWith(`${name}_`));
    return storage ? [createUnknownField(storage, column.slice(storage.length + 1), column)] : [];
  });
  const prefix = `${table.replace(/^c_/, 'l_')}_`;
  const linked = tables.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  for (const name of linked) found.push(createUnknownField('links', name, getValueColumn('links', name)));
  const fields: FieldShape[] = [];
  for (const [name, field] of config ? getStoredFields(config) : []) {
    const shape = createFieldShape(name, field);
    const { storage, value } = shape;
    const exists =
      storage === 'links' ? tables.includes(getLinkTable(table, value)) : found.some((one) => one.value === value);
    let former: FieldShape | undefined;
    for (const other of found.filter((one) => one.name === name && one.value !== value))
      if (!former && (await hasValues(db, table, other))) former = other;
    if (former && !(exists && (await hasValues(db, table, shape)))) fields.push(former);
    else if (exists) fields.push(shape);
  }
  const live = new Set(fields.map(({ value }) => value));
  const unknown = found.filter(({ value }) => !live.has(value));
  return [...fields, ...unknown.map((field) => ({ ...field, dropped: true as const }))];
}

/** Infers the shape of a database that is older than stored shapes. Tables without a config count as dropped. */
export async function inferShape(
  db: Db,
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
