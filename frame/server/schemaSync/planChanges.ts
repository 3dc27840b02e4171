import type { AnyResource } from '../../config/resource.ts';
import { type CollectionDb, collectionDb } from '../records/schema/collectionDb.ts';
import { planCollections } from '../records/tables/planCollections.ts';
import { goneResource, needsColumn, stepsOf } from './buildSteps.ts';
import { type Recorded, recorded } from './changeLog.ts';
import type { Step } from './changeSteps.ts';
import { compare, type FieldMatch, type ResourceMatch } from './compareShapes.ts';
import { type NamedChange, pendingOf, runSteps } from './customChanges.ts';
import { adopt, type FoundTable } from './existingTables.ts';
import { lostIn } from './lostData.ts';
import { type Ground, type Measured, measure } from './measureChange.ts';
import { type FieldShape, freeValue, type ResourceShape, type Shape } from './resourceShape.ts';
import { fullBins, standing } from './rowOutcomes.ts';

/** What a plan is made from. */
export interface Asked {
  resources: readonly AnyResource[];
  zone: string;
  /** The steps of server/changes. */
  changes?: readonly NamedChange[];
}

/** What a start does to the data that is there. */
export interface Plan {
  steps: readonly Step[];
  before: Shape;
  after: Shape;
  resources: readonly { match: ResourceMatch; measured: ReadonlyMap<FieldMatch, Measured> }[];
  /** The number of the last change that was made. */
  last: number;
  tables: readonly FoundTable[];
  ground: Ground;
}

export const tablesIn = async (db: CollectionDb): Promise<FoundTable[]> =>
  (await collectionDb(db).introspection.getTables()).map(({ name, columns }) => ({
    name,
    columns: columns.map((one) => one.name),
    types: columns.map((one) => one.dataType),
  }));

/** A field as it will stand, and beside it the column that it had, where it gets another one. */
function shapesOf(match: FieldMatch, measured: Measured, existing: readonly FieldShape[]): FieldShape[] {
  const { before, after } = match;
  if (!before || !needsColumn(match, measured)) return [after];
  const { was: _, from: __, ...plain } = after;
  const value = freeValue(after.storage, after.name, existing);
  const stem = value.slice(after.storage.length + 1);
  const { kind, storage } = before;
  const from = { kind, storage, value: before.value };
  const fresh: FieldShape = { ...plain, value, ...(!after.computed && { from, was: `was_${stem}` }) };
  return [fresh, { ...before, dropped: true, superseded: true }];
}

function shapeOf({ before, ...match }: ResourceMatch, measured: ReadonlyMap<FieldMatch, Measured>): ResourceShape {
  const { name, table, config, gone } = match;
  const stored = before?.fields ?? [];
  const existing = [...stored, ...match.fields.map(({ after }) => after)];
  const live = match.fields.flatMap((one) => {
    const shapes = shapesOf(one, measured.get(one) as Measured, existing);
    existing.push(...shapes);
    return shapes;
  });
  const values = new Set(live.map(({ value }) => value));
  const rest = stored.filter(({ value }) => !values.has(value));
  const goes = new Set(gone.map(({ value }) => value));
  const earlier = [config.renamedFrom ?? []].flat();
  const notes = before?.name === name ? [...new Set([...(before.renamedFrom ?? []), ...earlier])] : earlier;
  return {
    ...{ name, table, ...(notes.length > 0 && { renamedFrom: notes }) },
    fields: [...live, ...rest.map((one) => (goes.has(one.value) ? { ...one, dropped: true as const } : one))],
  };
}

/** The changes that were made so far, and the shape that they left: what is there where nobody kept one. */
export async function storedShape(
  db: CollectionDb,
  resources: readonly AnyResource[],
  tables: readonly FoundTable[],
): Promise<{ shape: Shape; history: readonly Recorded[] }> {
  const names = tables.map(({ name }) => name);
  const history = await recorded(db, names);
  return { shape: history[0]?.after ?? (await adopt(db, resources, tables)), history };
}

/** Compares what is stored with today's configs. Only reads. */
export async function planChanges(db: CollectionDb, { resources, zone, changes = [] }: Asked): Promise<Plan> {
  const dropped = changes.flatMap((one) => one.dropped ?? []);
  const tables = await tablesIn(db);
  const { shape: before, history } = await storedShape(db, resources, tables);
  const last = history[0]?.number ?? 0;
  const bins = await fullBins(db, before, tables);
  const standsOf = (table: string) => standing(table, tables, bins);
  const lost = lostIn(before, tables, bins);
  if (lost.length > 0)
    return {
      steps: lost,
      before,
      after: before,
      resources: [],
      last,
      tables,
      ground: { places: {}, own: [], tables, zone },
    };
  const compared = compare(before, resources, standsOf);
  const places = Object.fromEntries(
    compared.resources.map(({ name, table, fields }) => [
      name,
      { table, values: Object.fromEntries(fields.map((one) => [one.after.name, (one.before ?? one.after).value])) },
    ]),
  );
  const own = planCollections(resources).filter(({ placed }) => placed);
  const ground = { places, own, tables, zone };
  const pending = pendingOf(changes, history);
  const steps: Step[] = runSteps(pending);
  const planned: Plan['resources'][number][] = [];
  for (const match of compared.resources) {
    const measured = await measure(db, match, ground);
    planned.push({ match, measured });
    steps.push(...(await stepsOf(db, match, measured, zone)));
  }
  for (const one of compared.gone) steps.push(await goneResource(db, one, standsOf(one.table), dropped));
  const kept = new Set(compared.resources.map(({ table }) => table));
  const gone = new Set(compared.gone.map(({ table }) => table));
  const after: Shape = [
    ...planned.map(({ match, measured }) => shapeOf(match, measured)),
    ...before
      .filter(({ table }) => !kept.has(table))
      .map((one) => (gone.has(one.table) ? { ...one, dropped: true as const } : one)),
  ];
  return { steps, before, after, resources: planned, last, tables, ground };
}
