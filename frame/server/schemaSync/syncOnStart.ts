import { ConfigError } from '../../config/configError.ts';
import { type Store, withoutStatementTimeout } from '../db/openDatabase.ts';
import type { Collection } from '../records/schema/collection.ts';
import { createTablesWithin, withSchemaLock } from '../records/tables/createTables.ts';
import { planCollections } from '../records/tables/planCollections.ts';
import type { Services } from '../services.ts';
import { fillRows, getColumnDefaults, resetComputedValues } from './applySteps.ts';
import { createChangeTable, saveChange } from './changeLog.ts';
import { formatConfigPath, isRefused } from './changeSteps.ts';
import { type ChangeContext, findPendingChanges, runChanges } from './customChanges.ts';
import { formatPlan } from './formatPlan.ts';
import { findMissingColumns, isMigrated } from './migratedTables.ts';
import { type Plan, type PlanInput, planChanges, readStored } from './planChanges.ts';
import { getRecordPlaces, type StoredShape } from './resourceShape.ts';
import { saveAddedValues } from './values/addedValues.ts';
import { renameStoredNames } from './values/renameStoredNames.ts';

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

/** Serializes a shape with sorted keys, to compare it with another. */
const stringifySorted = (shape: StoredShape): string =>
  JSON.stringify(shape, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Runs the `before` part of custom changes, then plans. */
async function planAfterCustomChanges(target: Pick<ChangeContext, 'db' | 'kind'>, input: PlanInput) {
  const stored = readStored(target.db, input.resources);
  const { shape, history } = await stored;
  const pending = findPendingChanges(input.changes ?? [], history);
  await runChanges(target, pending, 'before', shape);
  const plan = await planChanges(target.db, input, pending.length === 0 ? stored : undefined);
  return { ...plan, pending };
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
export async function planOnStart(store: Store, input: PlanInput): Promise<Plan> {
  const hasColumns = await isMigrated(store);
  // Pending migrations make the columns that are missing now.
  const complete = <P extends Plan>(plan: P): P => (hasColumns ? withMissingColumns(plan, input) : plan);
  const plan = complete(await planChanges(store.db, input));
  if (!plan.steps.some((step) => step.do === 'run')) return plan;
  try {
    return await withSchemaLock(store, async (db) => {
      throw new PlanReady(complete(await planAfterCustomChanges({ db, kind: store.kind }, input)));
    });
  } catch (cause) {
    if (cause instanceof PlanReady) return cause.plan;
    throw cause;
  }
}

/** Migrates data to the configs in one transaction and returns the collections. Throws a PlanError before a loss. */
export const syncToConfigs = (store: Store, input: PlanInput): Promise<readonly Collection[]> =>
  withSchemaLock(store, async (db) => {
    const target = { db, kind: store.kind };
    await createChangeTable(db);
    const plan = withMissingColumns(await planAfterCustomChanges(target, input), input);
    if (plan.steps.some(isRefused)) throw new PlanError(plan);
    const { before, after, steps, lastNumber } = plan;
    const collections = planCollections(input.resources, getRecordPlaces(after), input.zone, store.app.tableHints);
    await createTablesWithin(db, collections, {
      getDefault: getColumnDefaults(plan, input.zone),
      fill: async () => {
        await fillRows(db, plan);
        await renameStoredNames(db, before, after);
        await resetComputedValues(db, plan);
        await runChanges(target, plan.pending, 'after', after);
      },
    });
    await saveAddedValues(db, lastNumber + 1, steps, after);
    // Saves the inferred shape, so that later configs are compared with it.
    const isFirst = lastNumber === 0 && after.length > 0;
    if (isFirst || steps.length > 0 || stringifySorted(before) !== stringifySorted(after))
      await saveChange(db, { steps, before, after }, lastNumber);
    return collections;
  });

/** Migrates stored data when the server starts, without a statement timeout. May throw a PlanError. */
export const syncOnStart = ({ config, store, resources, changes }: Services): Promise<readonly Collection[]> =>
  withoutStatementTimeout(config, store, (unlimited) =>
    syncToConfigs(unlimited, { resources, zone: config.timeZone, changes, plugins: store.app.plugins }),
  );
