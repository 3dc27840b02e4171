import { sql } from 'kysely';
import { listChildFields } from '../../../config/related/childRows.ts';
import { getRollupMeasure, listRollupFields } from '../../../config/related/rollups.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { getDatabaseKind } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Services } from '../../services.ts';
import { splitIntoBatches } from '../schema/bulkStatements.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { getDerivedName, quoteName } from '../schema/tableNames.ts';
import { compileAnyChanged, rebuildTriggersIfChanged, type Trigger } from './derivedTables.ts';
import { getComputeSources, refreshStaleRecords } from './staleRecords.ts';

/** Rollup columns over the same child rows. */
interface RollupGroup {
  children: Collection;
  parentColumn: Column;
  values: { column: Column; measure: string; of: Column | undefined }[];
}

function getRollupGroups({ resource, columns }: Collection, collections: readonly Collection[]): RollupGroup[] {
  const all = collections.map((one) => one.resource);
  return listChildFields(resource, all).flatMap((children): RollupGroup[] => {
    const rows = collections.find((one) => one.resource === children.target);
    const by = rows?.columns.find(({ name }) => name === children.field);
    if (!rows || !by) return [];
    const sets = listRollupFields(resource).flatMap(([name, , rollup]) => {
      const column = columns.find((one) => one.name === name);
      const measure = getRollupMeasure(rollup);
      const of = rows.columns.find((one) => one.name === measure.field);
      return column && rollup.of === children.name ? [{ column, measure: measure.by, of }] : [];
    });
    return sets.length > 0 ? [{ children: rows, parentColumn: by, values: sets }] : [];
  });
}

/** Compiles an update of the rollups of the records that `which` selects. */
function compileUpdate(table: string, { children, parentColumn, values }: RollupGroup, which: string): string {
  const from = `from ${quoteName(children.table)} as line where line.${quoteName(parentColumn.valueColumn)} = ${quoteName(table)}.id`;
  const parts = values.map(({ column, measure, of }) => {
    const value = of ? `${measure}(line.${quoteName(of.valueColumn)})` : 'count(*)';
    const aggregate = measure === 'sum' ? `coalesce(${value}, 0)` : value;
    return `${quoteName(column.valueColumn)} = (select ${aggregate} ${from})`;
  });
  return `update ${quoteName(table)} set ${parts.join(', ')} ${which}`;
}

/** Compiles triggers that update rollups with every write to child rows, and when a record returns from the trash. */
function compileTriggers(collection: Collection, kind: DatabaseKind, all: readonly RollupGroup[]): Trigger[] {
  const { table } = collection;
  // Locks the record, so that concurrent changes to its rows are seen.
  const holding = (id: string) =>
    kind === 'postgres' ? [`perform 1 from ${quoteName(table)} where id = ${id} for update`] : [];
  const named = (what: string) => `${getDerivedName(collection, 'rollup')}_${what}`;
  const rowsOf = (one: RollupGroup, at: number): Trigger[] => {
    const { children, parentColumn, values } = one;
    const update = (when: 'old' | 'new') => {
      const id = `${when}.${quoteName(parentColumn.valueColumn)}`;
      return [...holding(id), compileUpdate(table, one, `where id = ${id}`)];
    };
    const watched = [parentColumn, ...values.flatMap(({ of }) => of ?? [])].map(({ valueColumn }) => valueColumn);
    const when = compileAnyChanged(kind, watched);
    return [
      { name: named(`${at}_insert`), event: 'insert', table: children.table, statements: update('new') },
      {
        name: named(`${at}_update`),
        event: 'update',
        table: children.table,
        when,
        statements: [...update('old'), ...update('new')],
      },
      { name: named(`${at}_delete`), event: 'delete', table: children.table, statements: update('old') },
    ];
  };
  const added = all.map((one) => compileUpdate(table, one, 'where id = new.id'));
  const own: Trigger[] = all.length > 0 ? [{ name: named('own'), event: 'insert', table, statements: added }] : [];
  return [...all.flatMap(rowsOf), ...own];
}

/** Creates or rebuilds the triggers of all rollups. Call after all tables exist. */
export async function createRollupTriggers(db: Db, collections: readonly Collection[]): Promise<void> {
  for (const collection of collections) {
    const all = getRollupGroups(collection, collections);
    const triggers = compileTriggers(collection, getDatabaseKind(db), all);
    const fill = all.map((one) => compileUpdate(collection.table, one, ''));
    await rebuildTriggersIfChanged(db, getDerivedName(collection, 'rollup'), { triggers, fill });
  }
}

/** Locks the parents of these rows before the rows, in the order that writers of parents use. Avoids deadlocks. */
export async function lockDependents(
  { db, services, collection }: { db: Db; services: Pick<Services, 'store' | 'collections'>; collection: Collection },
  ids: readonly string[],
): Promise<void> {
  const { store, collections } = services;
  if (store.kind !== 'postgres') return;
  for (const parent of collections)
    for (const { children, parentColumn } of getRollupGroups(parent, collections))
      if (children === collection)
        await sql`select id from ${sql.table(parent.table)} where id in
          (select ${sql.ref(parentColumn.valueColumn)} from ${sql.table(children.table)} where id in (${sql.join(ids)}))
          order by id for update`.execute(db);
}

/** Returns the rows with current values of their lookups and rollups, and of what is computed from them. */
export async function refreshDerivedValues(
  db: Db,
  collection: Collection,
  rows: readonly CollectionRow[],
): Promise<CollectionRow[]> {
  const { resource, table, columns } = collection;
  const rollups = listRollupFields(resource).map(([name]) => name);
  const followsOthers = getComputeSources(collection).length > 0;
  const derived = columns.filter(
    ({ name, field, lookup, linkTable }) =>
      lookup || rollups.includes(name) || (followsOthers && field.compute && !linkTable),
  );
  if (derived.length === 0) return [...rows];
  const values = new Map<string, object>();
  for (const batch of splitIntoBatches(rows.map(({ id }) => id))) {
    const query = toCollectionDb(db)
      .selectFrom(table)
      .select(['id', ...derived.map(({ valueColumn }) => valueColumn)]);
    for (const found of await query.where('id', 'in', batch).execute()) values.set(String(found.id), found);
  }
  return rows.map((row) => ({ ...row, ...values.get(row.id) }));
}

/** Computes what follows from a write of these rows, and returns the rows with their derived values. */
export async function settleDerivedValues(
  { db, services, collection }: { db: Db; services: Pick<Services, 'collections' | 'config'>; collection: Collection },
  rows: readonly CollectionRow[],
): Promise<CollectionRow[]> {
  await refreshStaleRecords(db, services);
  return getComputeSources(collection).length > 0 ? refreshDerivedValues(db, collection, rows) : [...rows];
}
