import { type Kysely, sql } from 'kysely';
import { childrenOf } from '../../../config/children.ts';
import { measureOf, rollupsOf } from '../../../config/rollups.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Collection, Column } from '../schema/collection.ts';
import type { CollectionDb, Row } from '../schema/collectionDb.ts';
import { derivedName, quoted } from '../schema/tableNames.ts';
import { anyChanged, bringUpTriggers, type Trigger } from './derivedTables.ts';

/** Values computed from one sort of rows: their columns, each with what it is reckoned by. */
interface Rolled {
  rows: Collection;
  /** The reference of the rows to their record. */
  by: Column;
  sets: { column: Column; measure: string; of: Column | undefined }[];
}

function rolledBy({ resource, columns }: Collection, collections: readonly Collection[]): Rolled[] {
  const all = collections.map((one) => one.resource);
  return childrenOf(resource, all).flatMap((children): Rolled[] => {
    const rows = collections.find((one) => one.resource === children.target);
    const by = rows?.columns.find(({ name }) => name === children.field);
    if (!rows || !by) return [];
    const sets = rollupsOf(resource).flatMap(([name, , rollup]) => {
      const column = columns.find((one) => one.name === name);
      const measure = measureOf(rollup);
      const of = rows.columns.find((one) => one.name === measure.field);
      return column && rollup.of === children.name ? [{ column, measure: measure.by, of }] : [];
    });
    return sets.length > 0 ? [{ rows, by, sets }] : [];
  });
}

/** Sets the values of those records that `which` names, of the rows as they are. */
function setting(table: string, { rows, by, sets }: Rolled, which: string): string {
  const from = `from ${quoted(rows.table)} as line where line.${quoted(by.value)} = ${quoted(table)}.id`;
  const parts = sets.map(({ column, measure, of }) => {
    const value = of ? `${measure}(line.${quoted(of.value)})` : 'count(*)';
    const aggregate = measure === 'sum' ? `coalesce(${value}, 0)` : value;
    return `${quoted(column.value)} = (select ${aggregate} ${from})`;
  });
  return `update ${quoted(table)} set ${parts.join(', ')} ${which}`;
}

/**
 * What keeps the values with every write of the rows, by whatever way, in the same transaction; and of a record that is
 * added, as it may be one that comes back to its rows.
 */
function triggersOf(collection: Collection, kind: DatabaseKind, all: readonly Rolled[]): Trigger[] {
  const { table } = collection;
  // Held first: who writes a row of the same record at the same time is waited for, and seen by what follows.
  const holding = (id: string) =>
    kind === 'postgres' ? [`perform 1 from ${quoted(table)} where id = ${id} for update`] : [];
  const named = (what: string) => `${derivedName(collection, 'rollup')}_${what}`;
  const rowsOf = (one: Rolled, at: number): Trigger[] => {
    const { rows, by, sets } = one;
    const update = (when: 'old' | 'new') => {
      const id = `${when}.${quoted(by.value)}`;
      return [...holding(id), setting(table, one, `where id = ${id}`)];
    };
    const watched = [by, ...sets.flatMap(({ of }) => of ?? [])].map(({ value }) => value);
    const when = anyChanged(kind, watched);
    return [
      { name: named(`${at}_insert`), event: 'insert', on: rows.table, work: update('new') },
      {
        name: named(`${at}_update`),
        event: 'update',
        on: rows.table,
        when,
        work: [...update('old'), ...update('new')],
      },
      { name: named(`${at}_delete`), event: 'delete', on: rows.table, work: update('old') },
    ];
  };
  const added = all.map((one) => setting(table, one, 'where id = new.id'));
  const own: Trigger[] = all.length > 0 ? [{ name: named('own'), event: 'insert', on: table, work: added }] : [];
  return [...all.flatMap(rowsOf), ...own];
}

/** Brings what keeps the values computed from rows up to the config, once the tables of all collections are there. */
export async function makeRollups(
  db: CollectionDb,
  kind: DatabaseKind,
  collections: readonly Collection[],
): Promise<void> {
  for (const collection of collections) {
    const all = rolledBy(collection, collections);
    const triggers = triggersOf(collection, kind, all);
    const fill = all.map((one) => setting(collection.table, one, ''));
    await bringUpTriggers(db, kind, derivedName(collection, 'rollup'), { triggers, fill });
  }
}

/**
 * Holds the records whose values are computed from this row, before the row itself is held: whoever changes a record with its
 * rows holds them in that order, too, so that the two never wait for each other.
 */
export async function holdDependents(
  db: CollectionDb,
  kind: DatabaseKind,
  collection: Collection,
  collections: readonly Collection[],
  ids: readonly string[],
): Promise<void> {
  if (kind !== 'postgres') return;
  for (const parent of collections)
    for (const { rows, by } of rolledBy(parent, collections))
      if (rows === collection)
        await sql`select id from ${sql.table(parent.table)} where id in
          (select ${sql.ref(by.value)} from ${sql.table(rows.table)} where id in (${sql.join(ids)}))
          order by id for update`.execute(db);
}

/** A row with the values computed from other records as they are now. */
export async function withDependentValues(
  db: Kysely<Record<string, Row>>,
  { resource, table, columns }: Collection,
  row: Row,
): Promise<Row> {
  const rolled = rollupsOf(resource).map(([name]) => name);
  const dependent = columns.filter(({ name, lookup }) => lookup || rolled.includes(name)).map(({ value }) => value);
  if (dependent.length === 0) return row;
  const now = await db.selectFrom(table).select(dependent).where('id', '=', row.id).executeTakeFirst();
  return { ...row, ...now };
}
