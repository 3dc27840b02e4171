import type { Plugin } from '../../config/app/definePlugin.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { Db } from '../db/databaseSchema.ts';
import { planCollections } from '../records/tables/planCollections.ts';
import { buildDropResourceStep, buildResourceSteps, needsNewColumn } from './buildSteps.ts';
import { type ChangeRecord, readChanges } from './changeLog.ts';
import type { SchemaStep } from './changeSteps.ts';
import { compareShapes, type FieldMatch, type ResourceMatch } from './compareShapes.ts';
import { findPendingChanges, type NamedCustomChange, toRunSteps } from './customChanges.ts';
import { type ExistingTable, inferShape } from './existingTables.ts';
import { type FieldImpact, measureChange, type SyncContext } from './measureChange.ts';
import { buildRuleSteps, createRuleShapes } from './measureRules.ts';
import { findLostFields } from './missingColumns.ts';
import { type FieldShape, findFreeColumn, type ResourceShape, type StoredShape } from './resourceShape.ts';
import { findFilledTrash, findRecordTables } from './rowOutcomes.ts';

type Plugins = readonly { plugin: Plugin }[];

export interface PlanInput {
  resources: readonly AnyResource[];
  zone: string;
  changes?: readonly NamedCustomChange[];
  /** Plug-ins of the app. Records of one that is left out are hidden until it is back. */
  plugins?: Plugins | undefined;
}

/** The changes that the next start applies to stored data. */
export interface Plan {
  steps: readonly SchemaStep[];
  before: StoredShape;
  after: StoredShape;
  resources: readonly { match: ResourceMatch; measured: ReadonlyMap<FieldMatch, FieldImpact> }[];
  lastNumber: number;
  tables: readonly ExistingTable[];
  context: SyncContext;
}

export async function readTables(db: Db): Promise<ExistingTable[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => column.name),
    types: columns.map((column) => column.dataType),
  }));
}

/** Returns the new shape of a field and, if its column changes, the former one. */
function toFieldShapes(match: FieldMatch, impact: FieldImpact, existing: readonly FieldShape[]): FieldShape[] {
  const { before, after } = match;
  if (!before || !needsNewColumn(match, impact)) return [after];
  const { was: _, from: __, ...shape } = after;
  const { kind, storage, value: source } = before;
  const value = findFreeColumn(after.storage, after.name, existing);
  const undo = { from: { kind, storage, value: source }, was: `was_${value.slice(after.storage.length + 1)}` };
  return [
    { ...shape, value, ...(!after.computed && undo) },
    { ...before, dropped: true, superseded: true },
  ];
}

function toResourceShape({ match, measured }: Plan['resources'][number], plugins: Plugins): ResourceShape {
  const { before, name, table, config, fields, removedFields } = match;
  const stored = before?.fields ?? [];
  const existing = [...stored, ...fields.map(({ after }) => after)];
  const live = fields.flatMap((field) => {
    const shapes = toFieldShapes(field, measured.get(field) as FieldImpact, existing);
    existing.push(...shapes);
    return shapes;
  });
  const columns = new Set(live.map(({ value }) => value));
  const removed = new Set(removedFields.map(({ value }) => value));
  const rest = stored
    .filter(({ value }) => !columns.has(value))
    .map((field): FieldShape => (removed.has(field.value) ? { ...field, dropped: true } : field));
  const earlier = [config.renamedFrom ?? []].flat();
  const renamedFrom = before?.name === name ? [...new Set([...(before.renamedFrom ?? []), ...earlier])] : earlier;
  const rules = createRuleShapes(match, live);
  const owner = plugins.find(({ plugin: { resources } }) => resources?.some((one) => one.name === name));
  const extending = (field: string) =>
    plugins.find(({ plugin: { extend } }) => extend?.[name]?.fields?.some(({ add }) => Object.hasOwn(add, field)));
  const owned = live.map((field): FieldShape => {
    const by = field.dropped ? undefined : extending(field.name);
    return by ? { ...field, plugin: by.plugin.name } : field;
  });
  return {
    ...{ name, table, ...(renamedFrom.length > 0 && { renamedFrom }) },
    ...(owner && { plugin: owner.plugin.name }),
    fields: [...owned, ...rest],
    ...(rules.length > 0 && { rules }),
  };
}

/** Reads the tables, the applied changes and the stored shape, which is inferred if no change is recorded. */
export async function readStored(
  db: Db,
  resources: readonly AnyResource[],
): Promise<{ tables: readonly ExistingTable[]; shape: StoredShape; history: readonly ChangeRecord[] }> {
  const tables = await readTables(db);
  const names = tables.map(({ name }) => name);
  const history = await readChanges(db, names);
  return { tables, shape: history[0]?.after ?? (await inferShape(db, resources, tables)), history };
}

/** Returns the columns of references' targets: the stored ones, because new columns are still empty. */
const getStoredPlaces = (resources: readonly ResourceMatch[]): SyncContext['places'] =>
  Object.fromEntries(
    resources.map(({ name, table, fields }) => {
      const columns = fields.map(({ before, after }) => [after.name, (before ?? after).value]);
      return [name, { table, values: Object.fromEntries(columns) }];
    }),
  );

/** Compares the stored shape with the configs. Does not write. `stored` must be current. */
export async function planChanges(
  db: Db,
  { resources, zone, changes = [], plugins = [] }: PlanInput,
  stored = readStored(db, resources),
): Promise<Plan> {
  const { tables, shape: before, history } = await stored;
  const lastNumber = history[0]?.number ?? 0;
  const filledTrash = await findFilledTrash(db, before, tables);
  const lost = findLostFields(before, tables, filledTrash);
  if (lost.length > 0) {
    const context = { places: {}, existingCollections: [], tables, zone };
    return { steps: lost, before, after: before, resources: [], lastNumber, tables, context };
  }
  const findTables = (table: string) => findRecordTables(table, tables, filledTrash);
  const isLeftOut = ({ plugin }: { plugin?: string }) =>
    plugin !== undefined && plugins.every((one) => one.plugin.name !== plugin);
  const compared = compareShapes(before, resources, findTables);
  const existingCollections = planCollections(resources).filter(({ existingTable }) => existingTable);
  const context = { places: getStoredPlaces(compared.resources), existingCollections, tables, zone };
  const steps: SchemaStep[] = toRunSteps(findPendingChanges(changes, history));
  const planned: Plan['resources'][number][] = [];
  for (const match of compared.resources) {
    const measured = await measureChange(db, match, context);
    planned.push({ match, measured });
    const hidden = match.removedFields.filter(isLeftOut).map((field) => field.name);
    steps.push(...(await buildResourceSteps(db, match, measured, zone, hidden)));
    steps.push(...(await buildRuleSteps(db, match, context)));
  }
  const leftOut = compared.gone.filter(isLeftOut).map(({ name }) => name);
  const dropped = [...leftOut, ...changes.flatMap((change) => change.dropped ?? [])];
  for (const resource of compared.gone)
    steps.push(await buildDropResourceStep(db, resource, findTables(resource.table), dropped));
  const kept = new Set(compared.resources.map(({ table }) => table));
  const gone = new Set(compared.gone.map(({ table }) => table));
  const unconfigured = before
    .filter(({ table }) => !kept.has(table))
    .map((resource): ResourceShape => (gone.has(resource.table) ? { ...resource, dropped: true } : resource));
  const after = [...planned.map((one) => toResourceShape(one, plugins)), ...unconfigured];
  return { steps, before, after, resources: planned, lastNumber, tables, context };
}
