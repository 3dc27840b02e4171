import { type Kysely, sql } from 'kysely';
import { childrenOf } from '../../src/config/children.ts';
import { measureOf, rollupsOf } from '../../src/config/rollups.ts';
import type { DatabaseKind } from '../store/open.ts';
import { bringUp, derivedName, formerTriggers, quoted } from './derived.ts';
import type { Collection, Column } from './plan.ts';
import type { CollectionDb, Row } from './tables.ts';

/** Values that follow from one sort of rows: their columns, each with what it is reckoned by. */
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
    const whole = measure === 'sum' ? `coalesce(${value}, 0)` : value;
    return `${quoted(column.value)} = (select ${whole} ${from})`;
  });
  return `update ${quoted(table)} set ${parts.join(', ')} ${which}`;
}

/**
 * Statements that keep the values with every write of the rows, by whatever way, in the same transaction; and of a
 * record that is added, as it may be one that comes back to its rows.
 */
function statements(collection: Collection, kind: DatabaseKind, all: readonly Rolled[]) {
  const { table } = collection;
  const drop: string[] = [];
  const make: string[] = [];
  const trigger = (
    on: string,
    event: string,
    name: string,
    when: string,
    ids: readonly string[],
    work: (id: string) => string[],
  ) => {
    drop.push(`drop trigger if exists ${quoted(name)}${kind === 'postgres' ? ` on ${quoted(on)}` : ''}`);
    const body = ids
      .flatMap(work)
      .map((one) => `${one};`)
      .join(' ');
    if (kind === 'sqlite') {
      make.push(`create trigger ${quoted(name)} after ${event} on ${quoted(on)} ${when} begin ${body} end`);
      return;
    }
    drop.push(`drop function if exists ${quoted(name)}()`);
    make.push(
      `create function ${quoted(name)}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
      `create trigger ${quoted(name)} after ${event} on ${quoted(on)} for each row ${when} execute function ${quoted(name)}()`,
    );
  };
  // Held first: who writes a row of the same record at the same time is waited for, and seen by what follows.
  const holding = (id: string) =>
    kind === 'postgres' ? [`perform 1 from ${quoted(table)} where id = ${id} for update`] : [];
  const named = (what: string) => `${derivedName(collection, 'rollup')}_${what}`;
  for (const [at, one] of all.entries()) {
    const { rows, by, sets } = one;
    const reference = quoted(by.value);
    const update = (id: string) => [...holding(id), setting(table, one, `where id = ${id}`)];
    const watched = [by, ...sets.flatMap(({ of }) => of ?? [])].map(({ value }) => quoted(value));
    const differs = watched.map((column) =>
      kind === 'sqlite' ? `new.${column} is not old.${column}` : `new.${column} is distinct from old.${column}`,
    );
    const changed = `when (${differs.join(' or ')})`;
    trigger(rows.table, 'insert', named(`${at}_insert`), '', [`new.${reference}`], update);
    trigger(rows.table, 'update', named(`${at}_update`), changed, [`old.${reference}`, `new.${reference}`], update);
    trigger(rows.table, 'delete', named(`${at}_delete`), '', [`old.${reference}`], update);
  }
  if (all.length > 0)
    trigger(table, 'insert', named('own'), '', ['new.id'], (id) =>
      all.map((one) => setting(table, one, `where id = ${id}`)),
    );
  return { drop, make: [...make, ...all.map((one) => setting(table, one, ''))] };
}

/** Brings what keeps the values that follow from rows up to the config, once the tables of all collections are there. */
export async function makeRollups(
  db: CollectionDb,
  kind: DatabaseKind,
  collections: readonly Collection[],
): Promise<void> {
  for (const collection of collections) {
    const all = rolledBy(collection, collections);
    const name = derivedName(collection, 'rollup');
    const known = await db.selectFrom('x_made').select('id').where('id', '=', name).executeTakeFirst();
    if (all.length > 0 || known) {
      const { drop, make } = statements(collection, kind, all);
      await bringUp(db, name, { drop: [...new Set([...(await formerTriggers(db, name)), ...drop])], make });
    }
  }
}

/**
 * Holds the records whose values follow from this row, before the row itself is held: whoever changes a record with its
 * rows holds them in that order, too, so that the two never wait for each other.
 */
export async function holdFollowing(
  db: CollectionDb,
  kind: DatabaseKind,
  collection: Collection,
  collections: readonly Collection[],
  id: string,
): Promise<void> {
  if (kind !== 'postgres') return;
  for (const parent of collections)
    for (const { rows, by } of rolledBy(parent, collections))
      if (rows === collection)
        await sql`select id from ${sql.table(parent.table)} where id =
          (select ${sql.ref(by.value)} from ${sql.table(rows.table)} where id = ${id}) for update`.execute(db);
}

/** A row with the values that follow from other records as they are now. */
export async function withFollowing(
  db: Kysely<Record<string, Row>>,
  { resource, table, columns }: Collection,
  row: Row,
): Promise<Row> {
  const rolled = rollupsOf(resource).map(([name]) => name);
  const following = columns.filter(({ name, lookup }) => lookup || rolled.includes(name)).map(({ value }) => value);
  if (following.length === 0) return row;
  const now = await db.selectFrom(table).select(following).where('id', '=', row.id).executeTakeFirst();
  return { ...row, ...now };
}
