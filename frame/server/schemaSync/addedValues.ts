import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { getLinkTable } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import type { SchemaStep } from './changeSteps.ts';
import { readTables } from './planChanges.ts';
import { type FieldShape, getLiveFields, getLiveResources, type StoredShape } from './resourceShape.ts';
import { findFilledBins, findRecordTables, type RecordTable } from './rowOutcomes.ts';

/** Values that a change added, per record. An undo compares them to find values that people wrote later. */
const TABLE = 'collection_brought';

const addsValues = (step: SchemaStep): boolean =>
  step.do === 'bring back field' || (step.do === 'add field' && Boolean(step.filled) && step.standard === undefined);

export async function createAddedValuesTable(db: CollectionDb): Promise<void> {
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

/** Returns a field's value as text in SQL. */
function compileAsText(
  kind: DatabaseKind,
  { name }: RecordTable,
  { value, storage }: FieldShape,
): RawBuilder<string | null> {
  if (storage !== 'links') return sql`cast(${sql.ref(`${name}.${value}`)} as text)`;
  const links = sql`${sql.table(getLinkTable(name, value))} where record_id = ${sql.ref(`${name}.id`)}`;
  return kind === 'postgres'
    ? sql`(select string_agg(target_id, ',' order by position) from ${links})`
    : sql`(select group_concat(target_id) from (select target_id from ${links} order by position))`;
}

interface ChangeTarget {
  db: CollectionDb;
  kind: DatabaseKind;
  /** Number of the change. */
  change: number;
}

/** Saves the values that these steps added. */
export async function saveAddedValues(
  { db, kind, change }: ChangeTarget,
  steps: readonly SchemaStep[],
  after: StoredShape,
): Promise<void> {
  const found = steps.filter(addsValues);
  if (found.length === 0) return;
  await createAddedValuesTable(db);
  const tables = await readTables(db);
  const bins = await findFilledBins(db, after, tables);
  for (const { resource, field: name } of found) {
    const shape = getLiveResources(after).find((one) => one.name === resource);
    const field = shape && getLiveFields(shape).find((one) => one.name === name);
    if (!field) continue;
    for (const stand of findRecordTables(shape.table, tables, bins)) {
      const value = compileAsText(kind, stand, field);
      await sql`insert into ${sql.table(TABLE)} (change, place, record_id, value)
        select ${sql.lit(change)}, ${sql.lit(`${shape.table}.${field.value}`)}, id, ${value}
        from ${sql.table(stand.name)} where ${value} is not null`.execute(db);
    }
  }
}

/** Returns a SQL test: the value is still the one that this change added. */
export const compileIsUnchanged = (
  { kind, change }: Omit<ChangeTarget, 'db'>,
  table: string,
  stand: RecordTable,
  field: FieldShape,
) =>
  sql`exists (select 1 from ${sql.table(TABLE)} as kept where kept.change = ${sql.lit(change)}
    and kept.place = ${sql.lit(`${table}.${field.value}`)} and kept.record_id = ${sql.ref(`${stand.name}.id`)}
    and kept.value = ${compileAsText(kind, stand, field)})`;
