import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { isSqlite } from '../../db/jsonLists.ts';
import { getLinkTable } from '../../records/schema/collection.ts';
import type { SchemaStep } from '../changeSteps.ts';
import type { RecordTable } from '../existingTables.ts';
import { readTables } from '../planChanges.ts';
import { type FieldShape, getLiveFields, getLiveResources, type StoredShape } from '../resourceShape.ts';
import { findFilledTrash, findRecordTables } from '../rowOutcomes.ts';

/** Values that a change added, per record. An undo compares them to find values that people wrote later. */
const ADDED_VALUES = 'collection_brought';

const addsValues = (step: SchemaStep): boolean =>
  step.do === 'bring back field' || (step.do === 'add field' && Boolean(step.filled) && step.standard === undefined);

export async function createAddedValuesTable(db: Db): Promise<void> {
  await sql`create table if not exists ${sql.table(ADDED_VALUES)} (change integer not null, place text not null,
    record_id text not null, value text not null,
    constraint ${sql.ref(`${ADDED_VALUES}_key`)} primary key (change, place, record_id))`.execute(db);
}

function compileAsText(db: Db, { name }: RecordTable, { value, storage }: FieldShape): RawBuilder<unknown> {
  if (storage !== 'links') return sql`cast(${sql.ref(`${name}.${value}`)} as text)`;
  const links = sql`${sql.table(getLinkTable(name, value))} where record_id = ${sql.ref(`${name}.id`)}`;
  return isSqlite(db)
    ? sql`(select group_concat(target_id) from (select target_id from ${links} order by position))`
    : sql`(select string_agg(target_id, ',' order by position) from ${links})`;
}

/**
 * Saves the values that these steps filled in, also in the trash, so that an undo can tell them from values that people
 * wrote later. Call it after the rows are filled.
 */
export async function saveAddedValues(
  db: Db,
  change: number,
  steps: readonly SchemaStep[],
  after: StoredShape,
): Promise<void> {
  const adding = steps.filter(addsValues);
  if (adding.length === 0) return;
  await createAddedValuesTable(db);
  const tables = await readTables(db);
  const filledTrash = await findFilledTrash(db, after, tables);
  for (const step of adding) {
    const resource = getLiveResources(after).find(({ name }) => name === step.resource);
    const field = resource && getLiveFields(resource).find(({ name }) => name === step.field);
    if (!field) continue;
    for (const table of findRecordTables(resource.table, tables, filledTrash)) {
      const value = compileAsText(db, table, field);
      await sql`insert into ${sql.table(ADDED_VALUES)} (change, place, record_id, value)
        select ${sql.lit(change)}, ${sql.lit(`${resource.table}.${field.value}`)}, id, ${value}
        from ${sql.table(table.name)} where ${value} is not null`.execute(db);
    }
  }
}

/**
 * Compiles the test that a field still has the value that this change filled in, for rows of `table`: the live or
 * deleted records of `resourceTable`. An undo reports only other values as written by people.
 */
export const compileHasAddedValue = (
  db: Db,
  changeNumber: number,
  resourceTable: string,
  table: RecordTable,
  field: FieldShape,
) =>
  sql`exists (select 1 from ${sql.table(ADDED_VALUES)} as kept where kept.change = ${sql.lit(changeNumber)}
    and kept.place = ${sql.lit(`${resourceTable}.${field.value}`)} and kept.record_id = ${sql.ref(`${table.name}.id`)}
    and kept.value = ${compileAsText(db, table, field)})`;
