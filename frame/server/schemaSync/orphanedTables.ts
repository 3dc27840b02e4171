import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import type { Db } from '../db/databaseSchema.ts';
import { isSqlite } from '../db/jsonLists.ts';
import type { Store } from '../db/openDatabase.ts';
import { getKeyColumn, getLinkTable, getTrashTable, getUniqueColumn } from '../records/schema/collection.ts';
import { getDerivedName } from '../records/schema/tableNames.ts';
import { withSchemaLock } from '../records/tables/createTables.ts';
import { createChangeTable, saveChange } from './changeLog.ts';
import type { ExistingTable } from './existingTables.ts';
import { getLostNames } from './missingColumns.ts';
import { readStored } from './planChanges.ts';
import type { FieldShape, ResourceShape, StoredShape } from './resourceShape.ts';
import { countInTables, findFilledTrash, findRecordTables } from './rowOutcomes.ts';

/** A table or column without a config. It stays until somebody removes it by name. */
export interface Orphan {
  name: string;
  was: string;
  rows: number;
  /** Kept for `--undo`, because another column has its values now. */
  superseded?: true;
  /** Result of a conversion that was undone. */
  undone?: true;
}

const getOrphanName = ({ table }: ResourceShape, field?: FieldShape) => (field ? `${table}.${field.value}` : table);

/** Finds stored resources and fields that no config has any more, with the number of records or values. */
export async function findOrphans(db: Db, shape: StoredShape, tables: readonly ExistingTable[]): Promise<Orphan[]> {
  const orphans: Orphan[] = [];
  const filledTrash = await findFilledTrash(db, shape, tables);
  for (const resource of shape) {
    const columns = tables.find(({ name }) => name === resource.table)?.columns;
    if (!columns) continue;
    const count = (field?: FieldShape) =>
      countInTables(db, findRecordTables(resource.table, tables, filledTrash), field);
    if (resource.dropped) {
      orphans.push({ name: getOrphanName(resource), was: resource.name, rows: await count() });
      continue;
    }
    for (const field of resource.fields.filter(({ dropped }) => dropped)) {
      const { storage, value, superseded, undone } = field;
      const exists =
        storage === 'links'
          ? tables.some(({ name }) => name === getLinkTable(resource.table, value))
          : columns.includes(value);
      if (!exists) continue;
      const names = { name: getOrphanName(resource, field), was: `${resource.name}.${field.name}` };
      const flags = { ...(superseded && { superseded }), ...(undone && { undone }) };
      orphans.push({ ...names, rows: await count(field), ...flags });
    }
  }
  return orphans;
}

async function dropColumn(db: Db, table: string, column: string): Promise<void> {
  if (isSqlite(db)) {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master
      where type = 'index' and tbl_name = ${table} and instr(sql, ${`"${column}"`}) > 0`.execute(db);
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  }
  await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
}

const dropTable = (db: Db, table: string) =>
  sql`drop table if exists ${sql.table(table)} ${sql.raw(isSqlite(db) ? '' : 'cascade')}`.execute(db);

async function removeField(
  db: Db,
  { table }: ResourceShape,
  field: FieldShape,
  tables: readonly ExistingTable[],
): Promise<void> {
  const fieldColumns = [field.value, getKeyColumn(field), getUniqueColumn(field), field.was ?? ''];
  for (const { name, columns } of tables.filter((one) => [table, getTrashTable(table)].includes(one.name))) {
    if (field.storage === 'links') await dropTable(db, getLinkTable(name, field.value));
    for (const column of fieldColumns.filter((one) => columns.includes(one))) await dropColumn(db, name, column);
  }
}

async function removeResource(db: Db, { name, table: recordTable, fields }: ResourceShape): Promise<void> {
  const links = fields.filter(({ storage }) => storage === 'links');
  for (const table of [recordTable, getTrashTable(recordTable)]) {
    const derived = ['counts', 'kept', 'pieces', 'rows', 'rules'].map((kind) => getDerivedName({ table }, kind));
    const linkTables = links.map(({ value }) => getLinkTable(table, value));
    for (const one of [...linkTables, table, ...derived]) await dropTable(db, one);
    await sql`delete from x_made where id in (${sql.join(derived)})`.execute(db);
  }
  const versions = sql`select id from collection_history where resource = ${name}`;
  await sql`delete from collection_history_was where id in (${versions})`.execute(db);
  for (const table of ['collection_history', 'collection_files'])
    await sql`delete from ${sql.table(table)} where resource = ${name}`.execute(db);
}

/**
 * Removes orphans and lost fields for good, so that earlier changes can no longer be undone. If a name is `unknown`,
 * removes nothing.
 */
export const removeOrphans = (
  store: Store,
  resources: readonly AnyResource[],
  names: readonly string[],
): Promise<{ removed: Orphan[]; unknown: string[] }> =>
  withSchemaLock(store, async (db) => {
    const { tables, shape, history } = await readStored(db, resources);
    const orphans = await findOrphans(db, shape, tables);
    const lost = getLostNames(shape, tables, await findFilledTrash(db, shape, tables));
    const existing = new Set([...orphans.map(({ name }) => name), ...lost]);
    const unknown = names.filter((name) => !existing.has(name));
    if (unknown.length > 0) return { removed: [], unknown };
    const isRemoved = (resource: ResourceShape, field?: FieldShape) => names.includes(getOrphanName(resource, field));
    for (const resource of shape) {
      if (resource.dropped && isRemoved(resource)) await removeResource(db, resource);
      else
        for (const field of resource.fields.filter((one) => isRemoved(resource, one)))
          if (field.dropped || lost.includes(getOrphanName(resource, field)))
            await removeField(db, resource, field, tables);
    }
    const after = shape
      .filter((resource) => !isRemoved(resource))
      .map((resource) => ({ ...resource, fields: resource.fields.filter((field) => !isRemoved(resource, field)) }));
    const steps = names.map((resource) => ({ do: 'remove' as const, resource }));
    await createChangeTable(db);
    await saveChange(db, { steps, before: after, after }, history[0]?.number ?? 0);
    return { removed: orphans.filter(({ name }) => names.includes(name)), unknown };
  });
