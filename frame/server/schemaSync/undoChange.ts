import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/databaseSchema.ts';
import type { Store } from '../db/openDatabase.ts';
import { bulkUpdate } from '../records/schema/bulkStatements.ts';
import { getLinkTable, getUniqueColumn } from '../records/schema/collection.ts';
import type { CollectionRow } from '../records/schema/collectionDb.ts';
import { toUniqueKey } from '../records/schema/indexKeys.ts';
import { withSchemaLock } from '../records/tables/createTables.ts';
import { getWrittenColumns, insertLinks, toColumnValues } from './applySteps.ts';
import { type ChangeRecord, saveChange } from './changeLog.ts';
import type { AffectedRecords, SchemaStep } from './changeSteps.ts';
import { findRunChanges, runChanges } from './customChanges.ts';
import type { RecordTable } from './existingTables.ts';
import { type PlanInput, readStored } from './planChanges.ts';
import {
  type FieldShape,
  getLiveFields,
  getLiveResources,
  type ResourceShape,
  type StoredShape,
} from './resourceShape.ts';
import { findFilledTrash, findRecordTables, readPages, readStoredValue } from './rowOutcomes.ts';
import { compileHasAddedValue, createAddedValuesTable } from './values/addedValues.ts';
import { convertStorage } from './values/convertValues.ts';
import { convertVersionsBack, restoreVersions } from './values/convertVersions.ts';
import { renameStoredNames } from './values/renameStoredNames.ts';

/** Later values of a field, or later records of a resource. */
interface LeftBehind {
  resource: string;
  field?: string;
  held: AffectedRecords;
}

/** An undone change, or the reasons against it. */
export interface UndoResult {
  number: number;
  steps: readonly SchemaStep[];
  /** Later values that do not fit the former fields. They stay in the database, hidden. */
  left: readonly LeftBehind[];
  /** Files of server/changes that ran and have no `undo`. */
  lasting: readonly string[];
}

/** Returns the latest change that was not undone and is not an undo itself. */
export function findUndoableChange(history: readonly ChangeRecord[]): ChangeRecord | undefined {
  const undone = new Set(history.map(({ undoes }) => undoes));
  const last = history.find(({ number, undoes, steps }) => !undoes && !undone.has(number) && steps.length > 0);
  // Data removed for good cannot come back.
  return last?.steps.some((step) => step.do === 'remove') ? undefined : last;
}

interface FieldConversion {
  old: FieldShape;
  now: FieldShape;
}
/** Finds the fields whose values a conversion has moved to a new column since the former shape. */
function findConversions(former: ResourceShape | undefined, current: ResourceShape): FieldConversion[] {
  const formerFields = former ? getLiveFields(former) : [];
  return getLiveFields(current).flatMap((now) => {
    const old = formerFields.find(({ value }) => value === now.from?.value);
    return old && !formerFields.some(({ value }) => value === now.value) ? [{ old, now }] : [];
  });
}

const isEqual = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

/** Converts values written since a conversion back into the former column. */
async function convertBack(
  db: Db,
  resource: string,
  tables: readonly RecordTable[],
  { old, now }: FieldConversion,
  zone: string,
): Promise<LeftBehind[]> {
  const held = { rows: 0, ids: [] as string[] };
  // The undo column of an earlier conversion keeps its value.
  const { was: _, ...shape } = old;
  const convertedColumn = now.was as string;
  for (const table of tables) {
    const uniqueColumn = table.columns.find((column) => column === getUniqueColumn(old));
    const columns = [...getWrittenColumns(shape), ...(uniqueColumn ? [[uniqueColumn, 'text'] as const] : [])];
    for await (const rows of readPages(db, table, [convertedColumn], [old, now])) {
      const values: [string, unknown][] = [];
      for (const row of rows.filter((one) => !isEqual(one[now.value], one[convertedColumn]))) {
        const current = readStoredValue(now, row);
        const value = current === null ? null : convertStorage(now.storage, old, current, zone);
        if (value !== undefined && isAllowedValue(old, value)) values.push([row.id, value]);
        else if (++held.rows <= 10) held.ids.push(row.id);
      }
      const updates = values.map(([id, value]) => {
        const set = toColumnValues(shape, value, zone);
        return [id, { ...set, ...(uniqueColumn && { [uniqueColumn]: toUniqueKey(set[old.value]) }) }] as const;
      });
      await bulkUpdate(db, table.name, columns, updates);
      if (old.storage !== 'links' || values.length === 0) continue;
      await sql`delete from ${sql.table(getLinkTable(table.name, old.value))}
        where record_id in (${sql.join(values.map(([id]) => id))})`.execute(db);
      await insertLinks(db, table.name, old, values);
    }
  }
  return held.rows > 0 ? [{ resource, field: old.name, held }] : [];
}

const isAllowedValue = ({ rule, kind }: FieldShape, value: unknown): boolean =>
  value === null || kind !== 'choice' || !Array.isArray(rule.choices) || rule.choices.includes(value);

/** Finds values that people wrote into fields and resources that the undo will hide. */
async function findNewValues(
  db: Db,
  { number, steps, at, before }: ChangeRecord,
  { name: resource, table: resourceTable, fields }: ResourceShape,
  tables: readonly RecordTable[],
): Promise<LeftBehind[]> {
  const findStep = (kinds: readonly SchemaStep['do'][], field?: string) =>
    steps.find((step) => step.resource === resource && step.field === field && kinds.includes(step.do));
  if (!getLiveResources(before).some(({ table }) => table === resourceTable)) {
    const isBack = findStep(['bring back resource']);
    return countAffected(db, { resource }, tables, isBack ? sql`changed_at >= ${at}` : sql`1 = 1`);
  }
  const left: LeftBehind[] = [];
  for (const shape of getLiveFields({ fields }).filter(({ computed }) => !computed)) {
    const step = findStep(['add field', 'bring back field'], shape.name);
    if (!step) continue;
    for (const table of tables) {
      const hasAddedValue = compileHasAddedValue(db, number, resourceTable, table, shape);
      const isNew =
        step.standard === undefined
          ? sql`changed_at >= ${at} and not ${hasAddedValue}`
          : sql`${sql.ref(shape.value)} <> ${step.standard}`;
      const hasValue =
        shape.storage === 'links'
          ? sql`id in (select record_id from ${sql.table(getLinkTable(table.name, shape.value))})`
          : sql`${sql.ref(shape.value)} is not null`;
      left.push(...(await countAffected(db, { resource, field: shape.name }, [table], sql`${hasValue} and ${isNew}`)));
    }
  }
  return left;
}

async function countAffected(
  db: Db,
  place: Omit<LeftBehind, 'held'>,
  tables: readonly RecordTable[],
  where: RawBuilder<unknown>,
): Promise<LeftBehind[]> {
  const left: LeftBehind[] = [];
  for (const { name, isTrash } of tables) {
    const from = sql`from ${sql.table(name)} where ${where}`;
    const counted = await sql<{ rows: number }>`select count(*) as rows ${from}`.execute(db);
    const rows = Number(counted.rows[0]?.rows);
    if (rows === 0) continue;
    const first = await sql<CollectionRow>`select id ${from} order by id limit 10`.execute(db);
    left.push({ ...place, held: { rows, ids: first.rows.map(({ id }) => id), ...(isTrash && { trashed: rows }) } });
  }
  return left;
}

/** Returns the former shape, with everything newer marked as dropped. */
function createShapeBefore(before: StoredShape, after: StoredShape): StoredShape {
  const restored = before.map((resource): ResourceShape => {
    const columns = new Set(resource.fields.map(({ value }) => value));
    const newer = (after.find(({ table }) => table === resource.table)?.fields ?? [])
      .filter(({ value }) => !columns.has(value))
      .map(
        (field): FieldShape => ({
          ...field,
          dropped: true,
          ...(field.from && { superseded: true, undone: true }),
        }),
      );
    return { ...resource, fields: [...resource.fields, ...newer] };
  });
  const tables = new Set(before.map(({ table }) => table));
  return [...restored, ...after.filter(({ table }) => !tables.has(table)).map(dropResource)];
}

const dropResource = (resource: ResourceShape): ResourceShape => ({ ...resource, dropped: true });

/**
 * Undoes the last change. Converted values are restored; later values are converted back if they fit. Returns undefined
 * if there is no change to undo. Throws an UndoError without changes if later values would be hidden, unless `anyway`.
 */
export const undoLastChange = (
  store: Store,
  { resources, zone, changes = [], anyway }: PlanInput & { anyway: boolean },
): Promise<UndoResult | undefined> =>
  withSchemaLock(store, async (db) => {
    const { tables, history } = await readStored(db, resources);
    const last = findUndoableChange(history);
    const newest = history[0];
    if (!last || !newest) return undefined;
    const { number, steps, before, at } = last;
    const { after } = newest;
    const left: LeftBehind[] = [];
    await createAddedValuesTable(db);
    const filledTrash = await findFilledTrash(db, after, tables);
    for (const current of getLiveResources(after)) {
      const recordTables = findRecordTables(current.table, tables, filledTrash);
      left.push(...(await findNewValues(db, last, current, recordTables)));
      const former = before.find(({ table }) => table === current.table);
      const conversions = findConversions(former, current);
      await convertVersionsBack(db, current.name, conversions, { zone, change: number, since: at });
      for (const conversion of conversions)
        left.push(...(await convertBack(db, current.name, recordTables, conversion, zone)));
    }
    const { ran, lasting } = findRunChanges(steps, changes);
    if (left.length + lasting.length > 0 && !anyway) throw new UndoError({ number, steps, left, lasting });
    await runChanges({ db, kind: store.kind }, ran, 'undo', after);
    const restored = createShapeBefore(before, after);
    await renameStoredNames(db, after, restored);
    await restoreVersions(db, number);
    await saveChange(db, { steps: [], before: after, after: restored, undoes: number }, newest.number);
    return { number, steps, left, lasting };
  });

export class UndoError extends Error {
  readonly undone: UndoResult;
  constructor(undone: UndoResult) {
    super('Later values do not fit the former fields.');
    this.undone = undone;
  }
}
