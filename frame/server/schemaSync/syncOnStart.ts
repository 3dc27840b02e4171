import { ConfigError } from '../../config/configError.ts';
import { type Store, unbounded } from '../db/openDatabase.ts';
import type { Collection } from '../records/schema/collection.ts';
import { collectionDb } from '../records/schema/collectionDb.ts';
import { inTurn, makeAll } from '../records/tables/createTables.ts';
import type { Services } from '../services.ts';
import { collectionsOf, computeAnew, fillRows, standardsOf } from './applySteps.ts';
import { keepBrought } from './broughtValues.ts';
import { keepChange, makeRecordTable } from './changeLog.ts';
import { isRefused, placeOf } from './changeSteps.ts';
import { type ChangeContext, pendingOf, runChanges } from './customChanges.ts';
import { planText } from './formatPlan.ts';
import { isMigrated, missingOwn } from './ownTables.ts';
import { type Asked, type Plan, planChanges, storedShape, tablesIn } from './planChanges.ts';
import { renameKept } from './renameStoredNames.ts';
import type { Shape } from './resourceShape.ts';

/** A start that would hide or lose data: its message is the plan, with the line of the config that allows each step. */
export class PlanError extends ConfigError {
  constructor(plan: Plan) {
    super(
      plan.steps.filter(isRefused).map((step) => {
        const { because, allow } = step.refused ?? { because: '' };
        return `${placeOf(step)}: ${because}.${allow ? ` Allow it with ${allow}` : ''}`;
      }),
    );
    this.name = 'PlanError';
    this.message = `The data does not fit the configs:\n${planText(plan)}\nSee docs/changing-a-resource.md; npm run plan shows it again.`;
  }
}

/** Written alike whatever the order of the keys. */
const spelled = (shape: Shape): string =>
  JSON.stringify(shape, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Runs the steps of one's own that come first, and compares what is there then with the configs. */
async function planAfterOwn(on: Pick<ChangeContext, 'db' | 'kind'>, asked: Asked) {
  const { shape, history } = await storedShape(on.db, asked.resources, await tablesIn(on.db));
  const pending = pendingOf(asked.changes ?? [], history);
  await runChanges(on, pending, 'before', shape);
  return { ...withOwn(await planChanges(on.db, asked), asked), pending };
}

/** With what the portal's own tables lack. */
const withOwn = <P extends Plan>(plan: P, { resources }: Asked): P => ({
  ...plan,
  steps: [...missingOwn(resources, plan.tables), ...plan.steps],
});

/** Ends a transaction whose result is all that was asked for. */
class Enough extends Error {
  readonly plan: Plan;
  constructor(plan: Plan) {
    super('enough');
    this.plan = plan;
  }
}

/** What a start would do. It changes nothing: steps of one's own that come first are run, and undone at once. */
export async function planStart(store: Store, asked: Asked): Promise<Plan> {
  const isUp = await isMigrated(store);
  const found = await planChanges(collectionDb(store.db), asked);
  const plan = isUp ? withOwn(found, asked) : found;
  if (!plan.steps.some((step) => step.do === 'run')) return plan;
  try {
    return await inTurn(store, async (db) => {
      throw new Enough(await planAfterOwn({ db, kind: store.kind }, asked));
    });
  } catch (cause) {
    if (cause instanceof Enough) return cause.plan;
    throw cause;
  }
}

/**
 * Brings the data that is there to today's configs, in one transaction, and gives the collections with the places where
 * their records stand. Throws a PlanError, and changes nothing, where that would hide or lose data.
 */
export const bringToConfigs = (store: Store, asked: Asked): Promise<readonly Collection[]> =>
  inTurn(store, async (db) => {
    await makeRecordTable(db);
    const plan = await planAfterOwn({ db, kind: store.kind }, asked);
    if (plan.steps.some(isRefused)) throw new PlanError(plan);
    const { before, after, steps } = plan;
    const collections = collectionsOf(asked.resources, after);
    await makeAll(db, store.kind, collections, {
      standard: standardsOf(plan, asked.zone),
      fill: async () => {
        await fillRows(db, store.kind, plan);
        await renameKept(db, store.kind, before, after);
        await computeAnew(db, plan);
        await runChanges({ db, kind: store.kind }, plan.pending, 'after', after);
      },
    });
    await keepBrought({ db, kind: store.kind, change: plan.last + 1 }, steps, after);
    // What was found without a record is recorded from now on, whatever the next config says.
    const isFirst = plan.last === 0 && after.length > 0;
    if (isFirst || steps.length > 0 || spelled(before) !== spelled(after))
      await keepChange(db, { steps, before, after }, plan.last);
    return collections;
  });

/**
 * The collections of a server that starts, brought to today's configs, however long that takes. Throws a PlanError where
 * the tables cannot be changed to that.
 */
export const startedCollections = ({ config, store, resources, changes }: Services): Promise<readonly Collection[]> =>
  unbounded(config, store, (own) => bringToConfigs(own, { resources, zone: config.timeZone, changes }));
