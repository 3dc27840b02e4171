import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind, Store } from '../db/openDatabase.ts';
import { bulkUpdate } from '../records/schema/bulkStatements.ts';
import { getLinkTable, getUniqueColumn } from '../records/schema/collection.ts';
import type { CollectionDb, CollectionRow } from '../records/schema/collectionDb.ts';
import { toUniqueKey } from '../records/schema/indexKeys.ts';
import { withSchemaLock } from '../records/tables/createTables.ts';
import { compileIsUnchanged, createAddedValuesTable } from './addedValues.ts';
import { getWrittenColumns, insertLinks, toColumnValues } from './applySteps.ts';
import { type ChangeRecord, saveChange } from './changeLog.ts';
import type { AffectedRecords, SchemaStep } from './changeSteps.ts';
import { convertStorage } from './convertValues.ts';
import { convertVersionsBack, restoreVersions } from './convertVersions.ts';
import { findRunChanges, runChanges } from './customChanges.ts';
import { type PlanInput, readStoredShape, readTables } from './planChanges.ts';
import { renameStoredNames } from './renameStoredNames.ts';
import {
  type FieldShape,
  getLiveFields,
  getLiveResources,
  type ResourceShape,
  type StoredShape,
} from './resourceShape.ts';
import { findFilledBins, findRecordTables, type RecordTable, readPages, readStoredValue } from './rowOutcomes.ts';

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

/** Column before a conversion and the current one. */
interface ColumnConversion {
  old: FieldShape;
  now: FieldShape;
}
const findConversions = (was: ResourceShape, is: ResourceShape): ColumnConversion[] =>
  getLiveFields(is).flatMap((now) => {
    const old = getLiveFields(was).find(({ value }) => value === now.from?.value);
    return old && !getLiveFields(was).some(({ value }) => value === now.value) ? [{ old, now }] : [];
  });

const isEqual = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

interface ConvertBackTarget {
  db: CollectionDb;
  kind: DatabaseKind;
  resource: string;
  zone: string;
}

/** Converts values written since a conversion back into the former column. */
async function convertBack(
  { db, kind, resource, zone }: ConvertBackTarget,
  stands: readonly RecordTable[],
  { old, now }: ColumnConversion,
): Promise<UndoResult['left']> {
  const found = { rows: 0, ids: [] as string[] };
  // The undo column of an earlier conversion keeps its value.
  const { was: _, ...plainOld } = old;
  const was = now.was as string;
  const unique = old.unique && old.storage !== 'links' ? getUniqueColumn(old) : undefined;
  for (const stand of stands) {
    const keeps = unique && !stand.isBin ? unique : undefined;
    const columns = [...getWrittenColumns(plainOld), ...(keeps ? [[keeps, 'text'] as const] : [])];
    for await (const rows of readPages(db, stand, [was], [old, now])) {
      const given: [string, unknown][] = [];
      for (const row of rows.filter((one) => !isEqual(one[now.value], one[was]))) {
        const value = readStoredValue(now, row);
        const back = value === null ? null : convertStorage(now.storage, old, value, zone);
        if (back !== undefined && isAllowedValue(old, back)) given.push([row.id, back]);
        else if (++found.rows <= 10) found.ids.push(row.id);
      }
      const written = given.map(([id, value]) => {
        const set = toColumnValues(plainOld, value, zone);
        return [id, { ...set, ...(keeps && { [keeps]: toUniqueKey(set[old.value]) }) }] as const;
      });
      await bulkUpdate(db, kind, stand.name, columns, written);
      if (old.storage !== 'links' || given.length === 0) continue;
      const gone = given.map(([id]) => id);
      await sql`delete from ${sql.table(getLinkTable(stand.name, old.value))}
        where record_id in (${sql.join(gone)})`.execute(db);
      await insertLinks(db, stand.name, old, given);
    }
  }
  return found.rows > 0 ? [{ resource, field: old.name, held: found }] : [];
}

const isAllowedValue = ({ rule, kind }: FieldShape, value: unknown): boolean =>
  value === null || kind !== 'choice' || !Array.isArray(rule.choices) || rule.choices.includes(value);

/** Finds values that people wrote into fields and resources that the undo will hide. */
async function findNewValues(
  { db, kind }: { db: CollectionDb; kind: DatabaseKind },
  { number: change, steps, at, before }: ChangeRecord,
  is: ResourceShape,
  stands: readonly RecordTable[],
): Promise<LeftBehind[]> {
  const isThere = getLiveResources(before).some(({ table }) => table === is.table);
  const own = (one: SchemaStep) => one.resource === is.name;
  if (!isThere) {
    const isBack = steps.some((one) => own(one) && one.do === 'bring back resource');
    return countAffected(db, { resource: is.name }, stands, isBack ? sql`changed_at >= ${at}` : sql`1 = 1`);
  }
  const left: LeftBehind[] = [];
  for (const shape of getLiveFields(is).filter(({ computed }) => !computed)) {
    const { name: field, value, storage } = shape;
    const step = steps.find(
      (one) => own(one) && one.field === field && ['add field', 'bring back field'].includes(one.do),
    );
    if (!step) continue;
    const brought = step.standard;
    for (const stand of stands) {
      const isNew =
        brought === undefined
          ? sql`changed_at >= ${at} and not ${compileIsUnchanged({ kind, change }, is.table, stand, shape)}`
          : sql`${sql.ref(value)} <> ${brought}`;
      const links = getLinkTable(stand.name, value);
      const isThere =
        storage === 'links'
          ? sql`id in (select record_id from ${sql.table(links)})`
          : sql`${sql.ref(value)} is not null`;
      left.push(...(await countAffected(db, { resource: is.name, field }, [stand], sql`${isThere} and ${isNew}`)));
    }
  }
  return left;
}

async function countAffected(
  db: CollectionDb,
  place: Omit<LeftBehind, 'held'>,
  stands: readonly RecordTable[],
  test: RawBuilder<unknown>,
): Promise<LeftBehind[]> {
  const left: LeftBehind[] = [];
  for (const { name, isBin } of stands) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)} where ${test}`.execute(
      db,
    );
    const rows = Number(counted.rows[0]?.rows);
    if (rows === 0) continue;
    const first =
      await sql<CollectionRow>`select id from ${sql.table(name)} where ${test} order by id limit 10`.execute(db);
    left.push({ ...place, held: { rows, ids: first.rows.map(({ id }) => id), ...(isBin && { binned: rows }) } });
  }
  return left;
}

/** Returns the former shape, with everything newer marked as dropped. */
function createShapeBefore(before: StoredShape, after: StoredShape): StoredShape {
  const existing = new Set(before.map(({ table }) => table));
  return [
    ...before.map((one): ResourceShape => {
      const now = after.find(({ table }) => table === one.table);
      const values = new Set(one.fields.map(({ value }) => value));
      const rest = (now?.fields ?? []).filter(({ value }) => !values.has(value));
      return {
        ...one,
        fields: [
          ...one.fields,
          ...rest.map((field) => ({
            ...field,
            dropped: true as const,
            ...(field.from && { superseded: true as const, undone: true as const }),
          })),
        ],
      };
    }),
    ...after.filter(({ table }) => !existing.has(table)).map((one) => ({ ...one, dropped: true as const })),
  ];
}

/**
 * Undoes the last change. Converted values are restored; later values are converted back if they fit. Returns undefined
 * if there is no change to undo. Throws an UndoError without changes if later values would be hidden, unless `anyway`.
 */
export const undoLastChange = (
  store: Store,
  { resources, zone, changes = [], anyway }: PlanInput & { anyway: boolean },
): Promise<UndoResult | undefined> =>
  withSchemaLock(store, async (db) => {
    const tables = await readTables(db);
    const { history } = await readStoredShape(db, resources, tables);
    const last = findUndoableChange(history);
    const newest = history[0];
    if (!last || !newest) return undefined;
    const { before } = last;
    const { after } = newest;
    const left: LeftBehind[] = [];
    const on = { db, kind: store.kind };
    await createAddedValuesTable(db);
    const bins = await findFilledBins(db, after, tables);
    for (const is of getLiveResources(after)) {
      const was = before.find(({ table }) => table === is.table);
      const stands = findRecordTables(is.table, tables, bins);
      left.push(...(await findNewValues(on, last, is, stands)));
      const conversions = was ? findConversions(was, is) : [];
      const { number: change, at: since } = last;
      await convertVersionsBack(on, is.name, conversions, { zone, change, since });
      for (const one of conversions) left.push(...(await convertBack({ ...on, resource: is.name, zone }, stands, one)));
    }
    const { number, steps } = last;
    const { ran, lasting } = findRunChanges(steps, changes);
    if (left.length + lasting.length > 0 && !anyway) throw new UndoError({ number, steps, left, lasting });
    await runChanges({ db, kind: store.kind }, ran, 'undo', after);
    const back = createShapeBefore(before, after);
    await renameStoredNames(db, store.kind, after, back);
    await restoreVersions(on, number);
    await saveChange(db, { steps: [], before: after, after: back, undoes: number }, newest.number);
    return { number, steps, left, lasting };
  });

/** An undo that would hide values. */
export class UndoError extends Error {
  readonly undone: UndoResult;
  constructor(undone: UndoResult) {
    super('Values that came since cannot stand where the earlier ones did.');
    this.undone = undone;
  }
}
