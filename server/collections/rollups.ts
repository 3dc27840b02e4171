import { type Kysely, sql } from 'kysely';
import { childrenOf } from '../../src/config/children.ts';
import { measureOf, rollupsOf } from '../../src/config/rollups.ts';
import type { DatabaseKind } from '../store/open.ts';
import { bringUp, derivedName, quoted } from './derived.ts';
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
    if (all.length > 0 || known) await bringUp(db, name, await withFormer(db, name, statements(collection, kind, all)));
  }
}

/** With what takes the former triggers away, whose number and tables may have been others. */
async function withFormer(db: CollectionDb, name: string, { drop, make }: ReturnType<typeof statements>) {
  const query = sql<{ definition: string }>`select definition from x_made where id = ${name}`;
  const former = (await query.execute(db)).rows[0]?.definition ?? '';
  const triggers = former.split(';\n').filter((statement) => statement.startsWith('create trigger '));
  const gone = triggers.flatMap((statement) => {
    // create trigger "name" after insert on "table" ...
    const [, , trigger = '', , , , table = ''] = statement.split(' ');
    if (!statement.includes(' for each row ')) return [`drop trigger if exists ${trigger}`];
    return [`drop trigger if exists ${trigger} on ${table}`, `drop function if exists ${trigger}()`];
  });
  return { drop: [...new Set([...gone, ...drop])], make };
}

/** Rows of records with the values that follow from their rows as they are now. */
export async function withRollups(
  db: Kysely<Record<string, Row>>,
  { resource, table, columns }: Collection,
  row: Row,
): Promise<Row> {
  const names = rollupsOf(resource).map(([name]) => name);
  const rolled = columns.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  if (rolled.length === 0) return row;
  const now = await db.selectFrom(table).select(rolled).where('id', '=', row.id).executeTakeFirst();
  return { ...row, ...now };
}
