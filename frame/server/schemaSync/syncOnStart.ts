import { ConfigError } from '../../config/configError.ts';
import { type Store, withoutStatementTimeout } from '../db/openDatabase.ts';
import type { Collection } from '../records/schema/collection.ts';
import { toCollectionDb } from '../records/schema/collectionDb.ts';
import { createTablesWithin, withSchemaLock } from '../records/tables/createTables.ts';
import type { Services } from '../services.ts';
import { saveAddedValues } from './addedValues.ts';
import { fillRows, getColumnDefaults, resetComputedValues, toCollections } from './applySteps.ts';
import { createChangeTable, saveChange } from './changeLog.ts';
import { formatConfigPath, isRefused } from './changeSteps.ts';
import { type ChangeContext, findPendingChanges, runChanges } from './customChanges.ts';
import { formatPlan } from './formatPlan.ts';
import { findMissingColumns, isMigrated } from './migratedTables.ts';
import { type Plan, type PlanInput, planChanges, readStoredShape, readTables } from './planChanges.ts';
import { renameStoredNames } from './renameStoredNames.ts';
import type { StoredShape } from './resourceShape.ts';

/** A start that would hide or lose data. The message is the plan with the config line that allows each step. */
export class PlanError extends ConfigError {
  constructor(plan: Plan) {
    super(
      plan.steps.filter(isRefused).map((step) => {
        const { because, allow } = step.refused ?? { because: '' };
        return `${formatConfigPath(step)}: ${because}.${allow ? ` Allow it with ${allow}` : ''}`;
      }),
    );
    this.name = 'PlanError';
    this.message = `The data does not fit the configs:\n${formatPlan(plan)}\nSee docs/changing-a-resource.md; npm run plan shows it again.`;
  }
}

/** Serializes a shape with sorted keys. */
const stringifySorted = (shape: StoredShape): string =>
  JSON.stringify(shape, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Runs the `before` part of custom changes, then plans. */
async function planAfterCustomChanges(on: Pick<ChangeContext, 'db' | 'kind'>, asked: PlanInput) {
  const { shape, history } = await readStoredShape(on.db, asked.resources, await readTables(on.db));
  const pending = findPendingChanges(asked.changes ?? [], history);
  await runChanges(on, pending, 'before', shape);
  return { ...withMissingColumns(await planChanges(on.db, asked), asked), pending };
}

const withMissingColumns = <P extends Plan>(plan: P, { resources }: PlanInput): P => ({
  ...plan,
  steps: [...findMissingColumns(resources, plan.tables), ...plan.steps],
});

/** Carries the plan out of the transaction and rolls it back. */
class PlanReady extends Error {
  readonly plan: Plan;
  constructor(plan: Plan) {
    super('enough');
    this.plan = plan;
  }
}

/** Plans the next start. Custom changes run and are rolled back. */
export async function planOnStart(store: Store, asked: PlanInput): Promise<Plan> {
  const isUp = await isMigrated(store);
  const found = await planChanges(toCollectionDb(store.db), asked);
  const plan = isUp ? withMissingColumns(found, asked) : found;
  if (!plan.steps.some((step) => step.do === 'run')) return plan;
  try {
    return await withSchemaLock(store, async (db) => {
      throw new PlanReady(await planAfterCustomChanges({ db, kind: store.kind }, asked));
    });
  } catch (cause) {
    if (cause instanceof PlanReady) return cause.plan;
    throw cause;
  }
}

/**
 * Migrates stored data to the configs in one transaction and returns the collections. Throws a PlanError without
 * changes if that would hide or lose data.
 */
export const syncToConfigs = (store: Store, asked: PlanInput): Promise<readonly Collection[]> =>
  withSchemaLock(store, async (db) => {
    await createChangeTable(db);
    const plan = await planAfterCustomChanges({ db, kind: store.kind }, asked);
    if (plan.steps.some(isRefused)) throw new PlanError(plan);
    const { before, after, steps } = plan;
    const collections = toCollections(asked.resources, after);
    await createTablesWithin(db, store.kind, collections, {
      getDefault: getColumnDefaults(plan, asked.zone),
      fill: async () => {
        await fillRows(db, store.kind, plan);
        await renameStoredNames(db, store.kind, before, after);
        await resetComputedValues(db, plan);
        await runChanges({ db, kind: store.kind }, plan.pending, 'after', after);
      },
    });
    await saveAddedValues({ db, kind: store.kind, change: plan.lastNumber + 1 }, steps, after);
    // Saves the inferred shape, so that later configs are compared with it.
    const isFirst = plan.lastNumber === 0 && after.length > 0;
    if (isFirst || steps.length > 0 || stringifySorted(before) !== stringifySorted(after))
      await saveChange(db, { steps, before, after }, plan.lastNumber);
    return collections;
  });

/**
 * Migrates stored data when the server starts, without a statement timeout. Throws a PlanError if the data does not
 * fit.
 */
export const syncOnStart = ({ config, store, resources, changes }: Services): Promise<readonly Collection[]> =>
  withoutStatementTimeout(config, store, (own) => syncToConfigs(own, { resources, zone: config.timeZone, changes }));
