import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import type { DatabaseKind, Store } from '../db/openDatabase.ts';
import { getBinTable, getKeyColumn, getLinkTable, getUniqueColumn } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { getDerivedName } from '../records/schema/tableNames.ts';
import { withSchemaLock } from '../records/tables/createTables.ts';
import { createChangeTable, saveChange } from './changeLog.ts';
import type { ExistingTable } from './existingTables.ts';
import { getLostNames } from './missingColumns.ts';
import { readStoredShape, readTables } from './planChanges.ts';
import type { FieldShape, ResourceShape, StoredShape } from './resourceShape.ts';
import { countInTables, findFilledBins, findRecordTables } from './rowOutcomes.ts';

/** A table or column without a config. It stays until somebody removes it by name. */
export interface Orphan {
  /** Table, or table and column. */
  name: string;
  /** Former resource, or resource and field. */
  was: string;
  rows: number;
  /** Kept for `--undo`, because another column has its values now. */
  superseded?: true;
  /** Result of a conversion that was undone. */
  undone?: true;
}

const getOrphanName = ({ table }: ResourceShape, field?: FieldShape) => (field ? `${table}.${field.value}` : table);

/** Finds stored resources and fields that no config has. */
export async function findOrphans(
  db: CollectionDb,
  shape: StoredShape,
  tables: readonly ExistingTable[],
): Promise<Orphan[]> {
  const found: Orphan[] = [];
  const bins = await findFilledBins(db, shape, tables);
  for (const one of shape) {
    const stands = findRecordTables(one.table, tables, bins);
    const columns = tables.find(({ name }) => name === one.table)?.columns;
    if (!columns) continue;
    if (one.dropped) {
      found.push({ name: getOrphanName(one), was: one.name, rows: await countInTables(db, stands) });
      continue;
    }
    for (const field of one.fields.filter(({ dropped }) => dropped)) {
      const own = field.storage === 'links' ? getLinkTable(one.table, field.value) : undefined;
      if (own ? !tables.some(({ name }) => name === own) : !columns.includes(field.value)) continue;
      const rows = await countInTables(db, stands, field);
      const { superseded, undone } = field;
      found.push({
        name: getOrphanName(one, field),
        was: `${one.name}.${field.name}`,
        rows,
        ...(superseded && { superseded }),
        ...(undone && { undone }),
      });
    }
  }
  return found;
}

async function dropColumn(db: CollectionDb, kind: DatabaseKind, table: string, column: string): Promise<void> {
  if (kind === 'sqlite') {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master
      where type = 'index' and tbl_name = ${table} and instr(sql, ${`"${column}"`}) > 0`.execute(db);
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  }
  await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
}

const dropTable = (db: CollectionDb, kind: DatabaseKind, table: string) =>
  sql`drop table if exists ${sql.table(table)} ${sql.raw(kind === 'postgres' ? 'cascade' : '')}`.execute(db);

async function removeField(
  db: CollectionDb,
  kind: DatabaseKind,
  { table: own }: ResourceShape,
  field: FieldShape,
  tables: readonly ExistingTable[],
): Promise<void> {
  const all = [field.value, getKeyColumn(field), getUniqueColumn(field), field.was ?? ''];
  for (const { name, columns } of tables.filter((one) => [own, getBinTable(own)].includes(one.name))) {
    if (field.storage === 'links') await dropTable(db, kind, getLinkTable(name, field.value));
    for (const column of all.filter((one) => columns.includes(one))) await dropColumn(db, kind, name, column);
  }
}

async function removeResource(db: CollectionDb, kind: DatabaseKind, one: ResourceShape): Promise<void> {
  for (const table of [one.table, getBinTable(one.table)]) {
    for (const field of one.fields.filter(({ storage }) => storage === 'links'))
      await dropTable(db, kind, getLinkTable(table, field.value));
    await dropTable(db, kind, table);
    for (const what of ['counts', 'pieces', 'rows']) await dropTable(db, kind, getDerivedName({ table }, what));
    const made = ['counts', 'pieces'].map((what) => getDerivedName({ table }, what));
    await sql`delete from x_made where id in (${sql.join(made)})`.execute(db);
  }
  const versions = sql`select id from collection_history where resource = ${one.name}`;
  await sql`delete from collection_history_was where id in (${versions})`.execute(db);
  for (const table of ['collection_history', 'collection_files'])
    await sql`delete from ${sql.table(table)} where resource = ${one.name}`.execute(db);
}

/**
 * Removes orphans by name for good. Earlier changes cannot be undone afterwards. Returns `unknown` names instead if any
 * name is not an orphan.
 */
export const removeOrphans = (
  store: Store,
  resources: readonly AnyResource[],
  names: readonly string[],
): Promise<{ removed: Orphan[]; unknown: string[] }> =>
  withSchemaLock(store, async (db) => {
    const tables = await readTables(db);
    const { shape, history } = await readStoredShape(db, resources, tables);
    const orphans = await findOrphans(db, shape, tables);
    const lost = getLostNames(shape, tables, await findFilledBins(db, shape, tables));
    const existing = new Set([...orphans.map(({ name }) => name), ...lost]);
    const unknown = names.filter((name) => !existing.has(name));
    if (unknown.length > 0) return { removed: [], unknown };
    const isRemoved = (one: ResourceShape, field?: FieldShape) => names.includes(getOrphanName(one, field));
    for (const one of shape) {
      if (one.dropped && isRemoved(one)) await removeResource(db, store.kind, one);
      else
        for (const field of one.fields.filter(
          (other) => (other.dropped || lost.includes(getOrphanName(one, other))) && isRemoved(one, other),
        ))
          await removeField(db, store.kind, one, field, tables);
    }
    const after = shape
      .filter((one) => !isRemoved(one))
      .map((one) => ({ ...one, fields: one.fields.filter((field) => !isRemoved(one, field)) }));
    const steps = names.map((resource) => ({ do: 'remove' as const, resource }));
    await createChangeTable(db);
    await saveChange(db, { steps, before: after, after }, history[0]?.number ?? 0);
    return { removed: orphans.filter(({ name }) => names.includes(name)), unknown };
  });
