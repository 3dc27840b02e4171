import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { linksFor } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import type { Step } from './changeSteps.ts';
import { tablesIn } from './planChanges.ts';
import { type FieldShape, liveFields, liveResources, type Shape } from './resourceShape.ts';
import { fullBins, type Standing, standing } from './rowOutcomes.ts';

/** The values that a change brought, by record: an undo tells by them which values people wrote since. */
const TABLE = 'collection_brought';

/** True if a step gives records different values. */
const bringsValues = (step: Step): boolean =>
  step.do === 'bring back field' || (step.do === 'add field' && Boolean(step.filled) && step.standard === undefined);

export async function makeBroughtTable(db: CollectionDb): Promise<void> {
  await db.schema
    .createTable(TABLE)
    .ifNotExists()
    .addColumn('change', 'integer', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${TABLE}_key`, ['change', 'place', 'record_id'])
    .execute();
}

/** A field's value in a row of this table, as text; null if there is none. */
function textOf(kind: DatabaseKind, { name }: Standing, { value, storage }: FieldShape): RawBuilder<string | null> {
  if (storage !== 'links') return sql`cast(${sql.ref(`${name}.${value}`)} as text)`;
  const links = sql`${sql.table(linksFor(name, value))} where record_id = ${sql.ref(`${name}.id`)}`;
  return kind === 'postgres'
    ? sql`(select string_agg(target_id, ',' order by position) from ${links})`
    : sql`(select group_concat(target_id) from (select target_id from ${links} order by position))`;
}

interface On {
  db: CollectionDb;
  kind: DatabaseKind;
  /** The number of the change. */
  change: number;
}

/** Keeps the values that these steps brought. */
export async function keepBrought({ db, kind, change }: On, steps: readonly Step[], after: Shape): Promise<void> {
  const found = steps.filter(bringsValues);
  if (found.length === 0) return;
  await makeBroughtTable(db);
  const tables = await tablesIn(db);
  const bins = await fullBins(db, after, tables);
  for (const { resource, field: name } of found) {
    const shape = liveResources(after).find((one) => one.name === resource);
    const field = shape && liveFields(shape).find((one) => one.name === name);
    if (!field) continue;
    for (const stand of standing(shape.table, tables, bins)) {
      const value = textOf(kind, stand, field);
      await sql`insert into ${sql.table(TABLE)} (change, place, record_id, value)
        select ${sql.lit(change)}, ${sql.lit(`${shape.table}.${field.value}`)}, id, ${value}
        from ${sql.table(stand.name)} where ${value} is not null`.execute(db);
    }
  }
}

/** A test of a row: its value is the one that this change brought. */
export const isAsBrought = ({ kind, change }: Omit<On, 'db'>, table: string, stand: Standing, field: FieldShape) =>
  sql`exists (select 1 from ${sql.table(TABLE)} as kept where kept.change = ${sql.lit(change)}
    and kept.place = ${sql.lit(`${table}.${field.value}`)} and kept.record_id = ${sql.ref(`${stand.name}.id`)}
    and kept.value = ${textOf(kind, stand, field)})`;
