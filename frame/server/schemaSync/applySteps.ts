import { type RawBuilder, sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { toSearchKey } from '../db/searchKey.ts';
import { bulkUpdate, type TypedColumn } from '../records/schema/bulkStatements.ts';
import { type Collection, getBinTable, getKeyColumn, getLinkTable } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import { planCollections } from '../records/tables/planCollections.ts';
import { needsNewColumn } from './buildSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import { convertVersions } from './convertVersions.ts';
import {
  type FieldImpact,
  hasConstantDefault,
  hasNewTarget,
  rejectDanglingReferences,
  type SyncContext,
} from './measureChange.ts';
import type { Plan } from './planChanges.ts';
import { type FieldShape, getLiveFields, getRecordPlaces, type StoredShape } from './resourceShape.ts';
import { createOutcome, type FieldOutcome, isNewField, readRecords } from './rowOutcomes.ts';

/** Plans the collections on the tables of a stored shape. */
export const toCollections = (resources: readonly AnyResource[], shape: StoredShape): readonly Collection[] =>
  planCollections(resources, getRecordPlaces(shape));

/** Returns a value's column and the columns derived from it. */
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
  db: CollectionDb,
  table: string,
  shape: FieldShape,
  all: readonly [string, unknown][],
) {
  const links = getLinkTable(table, shape.value);
  const rows = all.flatMap(([record_id, ids]) =>
    [...new Set((ids ?? []) as string[])].map((target_id, position) => ({ record_id, target_id, position })),
  );
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto(links)
      .values(rows.slice(at, at + 500) as never)
      .execute();
}

/** Returns the default of each new column, if it is the same for all records. */
export function getColumnDefaults({ resources, after }: Plan, zone: string) {
  const found = new Map<string, RawBuilder<unknown>>();
  for (const { match } of resources) {
    const shape = after.find(({ table }) => table === match.table);
    for (const one of match.fields.filter((field) => isNewField(field) && hasConstantDefault(field))) {
      const own = shape?.fields.find(({ name, dropped }) => name === one.after.name && !dropped);
      const { default: standard } = one.field;
      if (!own || standard === undefined || standard === null || own.computed) continue;
      for (const [column, value] of Object.entries(toColumnValues({ ...own }, standard, zone)))
        for (const table of value === null ? [] : [match.table, getBinTable(match.table)])
          found.set(`${table} ${column}`, sql`${sql.lit(value)}`);
    }
  }
  return ({ table }: { table: string }, column: string) => found.get(`${table} ${column}`);
}

interface FieldWrite {
  shape: FieldShape;
  match: FieldMatch;
  outcome: ReturnType<typeof createOutcome>;
}

/** Writes converted and computed values into their new columns. */
export async function fillRows(
  db: CollectionDb,
  kind: DatabaseKind,
  { resources, after, context, lastNumber }: Plan,
): Promise<void> {
  for (const { match, measured } of resources) {
    const shape = after.find(({ table }) => table === match.table);
    if (!match.before || !shape) continue;
    const writings = match.fields.flatMap((one): FieldWrite[] => {
      const writes = isNewField(one) ? !hasConstantDefault(one) : needsNewColumn(one, measured.get(one) as FieldImpact);
      const own = getLiveFields(shape).find(({ name }) => name === one.after.name) as FieldShape;
      const place = `src/resources/${match.name}.ts: fields.${own.name}`;
      const outcome = createOutcome(one, place, context.zone);
      return writes && !own.computed ? [{ shape: own, match: one, outcome }] : [];
    });
    if (writings.length === 0) continue;
    await fillResource(db, kind, match, writings, context);
    const converted = writings.map((one) => one.match);
    await convertVersions({ db, kind }, match, converted, { zone: context.zone, change: lastNumber + 1 });
  }
}

/** A value that does not fit becomes null, unless its column stays. */
function toStoredValue({ shape, match: { before } }: FieldWrite, { value, unfit }: FieldOutcome): unknown {
  return unfit && (shape.storage === 'links' || before?.storage !== shape.storage) ? null : value;
}

async function fillResource(
  db: CollectionDb,
  kind: DatabaseKind,
  match: ResourceMatch,
  writings: readonly FieldWrite[],
  ground: SyncContext,
): Promise<void> {
  const columns = writings.flatMap(({ shape }) => getWrittenColumns(shape));
  const looked = writings.map((one) => one.match);
  for await (const { stand, page } of readRecords(db, match, looked, ground.zone)) {
    const sets = new Map<string, Record<string, unknown>>();
    for (const one of writings) {
      const results = page.map(({ row, about }) => ({ id: row.id, outcome: one.outcome(about) }));
      if (hasNewTarget(one.match)) await rejectDanglingReferences(db, one.shape, ground, results);
      const kept = results.flatMap(({ id, outcome }): [string, unknown][] => {
        const value = toStoredValue(one, outcome);
        return value === null ? [] : [[id, value]];
      });
      if (one.shape.storage === 'links') await insertLinks(db, stand.name, one.shape, kept);
      for (const [id, value] of kept)
        sets.set(id, Object.assign(sets.get(id) ?? {}, toColumnValues(one.shape, value, ground.zone)));
    }
    await bulkUpdate(db, kind, stand.name, columns, [...sets]);
  }
}

/** Makes the next start recompute values of tables with new computed columns. */
export async function resetComputedValues(db: CollectionDb, { resources, tables }: Plan): Promise<void> {
  if (!tables.some(({ name }) => name === 'collection_computed')) return;
  const changed = resources.filter(({ match }) =>
    match.fields.some(
      ({ before, after }) =>
        after.computed && (!before?.computed || before.dropped || before.storage !== after.storage),
    ),
  );
  for (const { match } of changed)
    await sql`delete from collection_computed where table_name = ${match.table}`.execute(db);
}
