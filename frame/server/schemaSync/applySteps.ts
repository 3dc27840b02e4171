import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/databaseSchema.ts';
import { toSearchKey } from '../db/searchKey.ts';
import { bulkUpdate, type TypedColumn } from '../records/schema/bulkStatements.ts';
import { getKeyColumn, getLinkTable, getTrashTable } from '../records/schema/collection.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import { needsNewColumn } from './buildSteps.ts';
import type { ResourceMatch } from './compareShapes.ts';
import {
  type ComputedField,
  computeOutcomes,
  type FieldImpact,
  hasConstantDefault,
  type SyncContext,
} from './measureChange.ts';
import type { Plan } from './planChanges.ts';
import { type FieldShape, findLiveField } from './resourceShape.ts';
import { createOutcome, type FieldOutcome, isNewField, readRecords } from './rowOutcomes.ts';
import { convertVersions } from './values/convertVersions.ts';

/** Returns the columns that store a field's value: its own, its search key, and the copy for an undo (`was`). */
export function toColumnValues(shape: FieldShape, value: unknown, zone: string): Record<string, unknown> {
  const stored = value === null ? null : STORAGE_CODECS[shape.storage].encode(value, zone);
  return {
    ...(shape.storage !== 'links' && { [shape.value]: stored }),
    ...(shape.storage === 'text' && { [getKeyColumn(shape)]: stored === null ? null : toSearchKey(String(stored)) }),
    ...(shape.was && { [shape.was]: stored }),
  };
}

export const getWrittenColumns = (shape: FieldShape): TypedColumn[] =>
  Object.keys(toColumnValues(shape, null, 'UTC')).map((column) => [
    column,
    column === getKeyColumn(shape) ? 'text' : STORAGE_CODECS[shape.storage].columnType,
  ]);

/** Inserts links of records whose earlier links are gone. */
export async function insertLinks(
  db: Db,
  table: string,
  shape: FieldShape,
  links: readonly (readonly [id: string, targets: unknown])[],
) {
  const rows = links.flatMap(([record_id, targets]) =>
    [...new Set((targets ?? []) as string[])].map((target_id, position) => ({ record_id, target_id, position })),
  );
  for (let at = 0; at < rows.length; at += 500) {
    const values = rows.slice(at, at + 500).map((row) => sql`(${row.record_id}, ${row.target_id}, ${row.position})`);
    await sql`insert into ${sql.table(getLinkTable(table, shape.value))} (record_id, target_id, position)
      values ${sql.join(values)}`.execute(db);
  }
}

/** Creates a function that returns the default of a new column as SQL, if it is the same for all records. */
export function getColumnDefaults({ resources, after }: Plan, zone: string) {
  const defaults = new Map<string, RawBuilder<unknown>>();
  for (const { match } of resources)
    for (const added of match.fields.filter((field) => isNewField(field) && hasConstantDefault(field))) {
      const shape = findLiveField(after, match.table, added.after.name);
      const value = added.field.default ?? null;
      if (!shape || value === null || shape.computed) continue;
      for (const [column, stored] of Object.entries(toColumnValues(shape, value, zone)))
        for (const table of stored === null ? [] : [match.table, getTrashTable(match.table)])
          defaults.set(`${table} ${column}`, sql`${sql.lit(stored)}`);
    }
  return ({ table }: { table: string }, column: string) => defaults.get(`${table} ${column}`);
}

interface FieldWrite extends ComputedField {
  shape: FieldShape;
}

/** Writes the values of new and converted fields, in records and versions. Constant defaults are there already. */
export async function fillRows(db: Db, { resources, after, context, lastNumber }: Plan): Promise<void> {
  for (const { match, measured } of resources) {
    if (!match.before) continue;
    const writes = match.fields.flatMap((field): FieldWrite[] => {
      const isWritten = isNewField(field)
        ? !hasConstantDefault(field)
        : needsNewColumn(field, measured.get(field) as FieldImpact);
      const shape = findLiveField(after, match.table, field.after.name);
      if (!isWritten || !shape || shape.computed) return [];
      return [{ shape, match: field, compute: createOutcome(field, match.name, context.zone) }];
    });
    if (writes.length === 0) continue;
    await fillResource(db, match, writes, context);
    const fields = writes.map((write) => write.match);
    await convertVersions(db, match, fields, { zone: context.zone, change: lastNumber + 1 });
  }
}

/** A value that does not fit becomes null, unless its column stays. */
function toStoredValue({ shape, match: { before } }: FieldWrite, { value, unfit }: FieldOutcome): unknown {
  return unfit && (shape.storage === 'links' || before?.storage !== shape.storage) ? null : value;
}

async function fillResource(
  db: Db,
  resource: ResourceMatch,
  writes: readonly FieldWrite[],
  context: SyncContext,
): Promise<void> {
  const columns = writes.flatMap(({ shape }) => getWrittenColumns(shape));
  const fields = writes.map(({ match }) => match);
  for await (const { table, page } of readRecords(db, resource, fields, context.zone)) {
    const rows = new Map<string, Record<string, unknown>>();
    for (const write of writes) {
      const results = await computeOutcomes(db, write, page, context);
      const values = results
        .map(({ id, outcome }) => [id, toStoredValue(write, outcome)] as const)
        .filter(([, value]) => value !== null);
      if (write.shape.storage === 'links') await insertLinks(db, table.name, write.shape, values);
      for (const [id, value] of values)
        rows.set(id, { ...rows.get(id), ...toColumnValues(write.shape, value, context.zone) });
    }
    await bulkUpdate(db, table.name, columns, [...rows]);
  }
}

/** Makes the next start recompute values of tables with new computed columns. */
export async function resetComputedValues(db: Db, { resources, tables }: Plan): Promise<void> {
  if (!tables.some(({ name }) => name === 'collection_computed')) return;
  for (const { match } of resources) {
    const isChanged = match.fields.some(
      ({ before, after }) =>
        after.computed && (!before?.computed || before.dropped || before.storage !== after.storage),
    );
    if (isChanged) await sql`delete from collection_computed where table_name = ${match.table}`.execute(db);
  }
}
