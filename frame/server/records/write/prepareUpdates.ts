import type { NamedAction } from '../../../config/actions.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { restNowAndThen } from '../../base/rest.ts';
import type { Publish } from '../../outbox/transact.ts';
import { audiencesOf, movesAudience } from '../access/rowRules.ts';
import type { Change, Scene } from '../read/operationContext.ts';
import { insertsOf, runAll } from '../schema/bulkRows.ts';
import type { CollectionDb, Row } from '../schema/collectionDb.ts';
import { type ChangedRow, updateRows } from '../schema/linkRows.ts';
import { columnsFor, newsOf, type Values, valuesOf } from '../schema/recordRow.ts';
import { HISTORY } from '../tables/historyTable.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { gathered, linksNamedIn, type Named, namedIn, referrersOf, refuseAbsent } from './checkReferences.ts';
import { completed } from './defaultValues.ts';
import { historyRow } from './recordHistory.ts';
import { publishChange } from './writeTransaction.ts';

/** Whether an action changes records that can be written by a few statements: nothing has to look at each of them. */
export function areAlike(scene: Scene, action: NamedAction): boolean {
  const { services, collection, collections } = scene;
  const { resource } = collection;
  const hooks = services.hooks[resource.name];
  const hooked = hookedBy(action);
  const computed = Object.entries(resource.fields).flatMap(([name, { compute }]) => (compute ? [name] : []));
  const names = new Set([...action.asks.map(({ field }) => field), ...Object.keys(action.set), ...computed]);
  const referrers = [...referrersOf(resource.name, collections)];
  return (
    !hooks?.before?.[hooked] &&
    !hooks?.after?.[hooked] &&
    !resource.accounts &&
    !collection.columns.some((column) => isUpload(column) && names.has(column.name)) &&
    !referrers.some(({ by }) => names.has(by))
  );
}

const hookedBy = ({ to }: NamedAction) => (to ? 'transition' : 'change');

/** A record, and the checked values that are to be written into it. */
export interface Changing {
  row: Row;
  values: Values;
}

/** What writes many changes, made before the transaction begins. */
export interface Prepared {
  /** The rows as they will be, those that do not differ included. */
  rows: Row[];
  /** The names of the fields that differ. */
  fields: string[];
  write(db: CollectionDb, publish: Publish): Promise<void>;
}

/** A change with its row as it was and as it will be. */
interface Changed extends ChangedRow {
  change: Change;
  moves: boolean;
}

/**
 * What writes checked values into many records by a few statements, as `writeChange` does into one. Throws a Refusal (400)
 * at values that do not fit together.
 */
export async function prepareChanges(
  scene: Scene,
  all: readonly Changing[],
  { action, entries }: { action: NamedAction; entries: ReadonlyMap<string, EntryConfig<string>> },
): Promise<Prepared> {
  const { services, collection, account } = scene;
  const rest = restNowAndThen();
  const now = Date.now();
  const [rows, changed, named, history]: [Row[], Changed[], Named[], object[]] = [[], [], [], []];
  const fields = new Set<string>();
  for (const { row: was, values: given } of all) {
    await rest();
    const before = valuesOf(collection, was);
    const values = completed(scene, given, before);
    const columns = columnsFor(collection, values, services.config.timeZone);
    const differing = Object.keys(columns).filter((name) => columns[name] !== was[name]);
    if (differing.length === 0) {
      rows.push(was);
      continue;
    }
    const news = newsOf(collection, values, differing);
    for (const name of Object.keys(news)) fields.add(name);
    named.push(...namedIn(collection.resource, account, news, entries));
    named.push(...linksNamedIn(collection, account, news, before));
    const stamps = collection.placed ? {} : { version: was.version + 1, changed_at: now, changed_by: account.id };
    const row = { ...was, ...columns, ...stamps };
    const hooked = hookedBy(action);
    const change: Change = { hooked, id: was.id, before, action: action.name, values: valuesOf(collection, row) };
    rows.push(row);
    changed.push({ was, row, columns: Object.keys(columns), change, moves: movesAudience(collection, differing) });
    if (collection.resource.history) history.push(historyRow(scene, change, row.version));
  }
  const kept = [...insertsOf(services.store.kind, HISTORY, history)];
  return {
    rows,
    fields: [...fields],
    async write(trx, publish) {
      await refuseAbsent(trx, services, gathered(named));
      const moving = changed.filter(({ moves }) => moves);
      const saw = await audiencesOf(
        trx,
        collection,
        moving.map(({ was }) => was),
      );
      const before = new Map(moving.map(({ was }, at) => [was.id, saw[at]]));
      await updateRows(trx, services.store.kind, collection, changed);
      await runAll(trx, kept);
      const after = await audiencesOf(
        trx,
        collection,
        changed.map(({ row }) => row),
      );
      for (const [at, { row, change }] of changed.entries()) {
        publishChange(publish, scene, row.id, 'change', ...(before.get(row.id) ?? []), ...(after[at] ?? []));
        scene.done.push({ ...change, collection });
      }
    },
  };
}
