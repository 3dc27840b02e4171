import type { AnyResource } from '../../config/resource.ts';
import { type CollectionDb, toCollectionDb } from '../records/schema/collectionDb.ts';
import { planCollections } from '../records/tables/planCollections.ts';
import { buildDropResourceStep, buildResourceSteps, needsNewColumn } from './buildSteps.ts';
import { type ChangeRecord, readChanges } from './changeLog.ts';
import type { SchemaStep } from './changeSteps.ts';
import { compareShapes, type FieldMatch, type ResourceMatch } from './compareShapes.ts';
import { findPendingChanges, type NamedCustomChange, toRunSteps } from './customChanges.ts';
import { type ExistingTable, inferShape } from './existingTables.ts';
import { type FieldImpact, measureChange, type SyncContext } from './measureChange.ts';
import { findLostFields } from './missingColumns.ts';
import { type FieldShape, findFreeColumn, type ResourceShape, type StoredShape } from './resourceShape.ts';
import { findFilledBins, findRecordTables } from './rowOutcomes.ts';

export interface PlanInput {
  resources: readonly AnyResource[];
  zone: string;
  /** Changes of server/changes. */
  changes?: readonly NamedCustomChange[];
}

/** The changes that the next start applies to stored data. */
export interface Plan {
  steps: readonly SchemaStep[];
  before: StoredShape;
  after: StoredShape;
  resources: readonly { match: ResourceMatch; measured: ReadonlyMap<FieldMatch, FieldImpact> }[];
  /** Number of the last applied change. */
  lastNumber: number;
  tables: readonly ExistingTable[];
  context: SyncContext;
}

export const readTables = async (db: CollectionDb): Promise<ExistingTable[]> =>
  (await toCollectionDb(db).introspection.getTables()).map(({ name, columns }) => ({
    name,
    columns: columns.map((one) => one.name),
    types: columns.map((one) => one.dataType),
  }));

/** Returns the new shape of a field and, if its column changes, the former one. */
function toFieldShapes(match: FieldMatch, measured: FieldImpact, existing: readonly FieldShape[]): FieldShape[] {
  const { before, after } = match;
  if (!before || !needsNewColumn(match, measured)) return [after];
  const { was: _, from: __, ...plain } = after;
  const value = findFreeColumn(after.storage, after.name, existing);
  const stem = value.slice(after.storage.length + 1);
  const { kind, storage } = before;
  const from = { kind, storage, value: before.value };
  const fresh: FieldShape = { ...plain, value, ...(!after.computed && { from, was: `was_${stem}` }) };
  return [fresh, { ...before, dropped: true, superseded: true }];
}

function toResourceShape(
  { before, ...match }: ResourceMatch,
  measured: ReadonlyMap<FieldMatch, FieldImpact>,
): ResourceShape {
  const { name, table, config, removedFields } = match;
  const stored = before?.fields ?? [];
  const existing = [...stored, ...match.fields.map(({ after }) => after)];
  const live = match.fields.flatMap((one) => {
    const shapes = toFieldShapes(one, measured.get(one) as FieldImpact, existing);
    existing.push(...shapes);
    return shapes;
  });
  const values = new Set(live.map(({ value }) => value));
  const rest = stored.filter(({ value }) => !values.has(value));
  const goes = new Set(removedFields.map(({ value }) => value));
  const earlier = [config.renamedFrom ?? []].flat();
  const notes = before?.name === name ? [...new Set([...(before.renamedFrom ?? []), ...earlier])] : earlier;
  return {
    ...{ name, table, ...(notes.length > 0 && { renamedFrom: notes }) },
    fields: [...live, ...rest.map((one) => (goes.has(one.value) ? { ...one, dropped: true as const } : one))],
  };
}

/** Reads the applied changes and the stored shape. Infers the shape of a database without records of changes. */
export async function readStoredShape(
  db: CollectionDb,
  resources: readonly AnyResource[],
  tables: readonly ExistingTable[],
): Promise<{ shape: StoredShape; history: readonly ChangeRecord[] }> {
  const names = tables.map(({ name }) => name);
  const history = await readChanges(db, names);
  return { shape: history[0]?.after ?? (await inferShape(db, resources, tables)), history };
}

/** Compares the stored shape with the configs. Does not write. */
export async function planChanges(db: CollectionDb, { resources, zone, changes = [] }: PlanInput): Promise<Plan> {
  const dropped = changes.flatMap((one) => one.dropped ?? []);
  const tables = await readTables(db);
  const { shape: before, history } = await readStoredShape(db, resources, tables);
  const last = history[0]?.number ?? 0;
  const bins = await findFilledBins(db, before, tables);
  const standsOf = (table: string) => findRecordTables(table, tables, bins);
  const lost = findLostFields(before, tables, bins);
  if (lost.length > 0)
    return {
      steps: lost,
      before,
      after: before,
      resources: [],
      lastNumber: last,
      tables,
      context: { places: {}, existingCollections: [], tables, zone },
    };
  const compared = compareShapes(before, resources, standsOf);
  const places = Object.fromEntries(
    compared.resources.map(({ name, table, fields }) => [
      name,
      { table, values: Object.fromEntries(fields.map((one) => [one.after.name, (one.before ?? one.after).value])) },
    ]),
  );
  const existingCollections = planCollections(resources).filter(({ existingTable }) => existingTable);
  const ground = { places, existingCollections, tables, zone };
  const pending = findPendingChanges(changes, history);
  const steps: SchemaStep[] = toRunSteps(pending);
  const planned: Plan['resources'][number][] = [];
  for (const match of compared.resources) {
    const measured = await measureChange(db, match, ground);
    planned.push({ match, measured });
    steps.push(...(await buildResourceSteps(db, match, measured, zone)));
  }
  for (const one of compared.gone) steps.push(await buildDropResourceStep(db, one, standsOf(one.table), dropped));
  const kept = new Set(compared.resources.map(({ table }) => table));
  const gone = new Set(compared.gone.map(({ table }) => table));
  const after: StoredShape = [
    ...planned.map(({ match, measured }) => toResourceShape(match, measured)),
    ...before
      .filter(({ table }) => !kept.has(table))
      .map((one) => (gone.has(one.table) ? { ...one, dropped: true as const } : one)),
  ];
  return { steps, before, after, resources: planned, lastNumber: last, tables, context: ground };
}
