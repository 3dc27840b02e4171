import type { NamedAction } from '../../../config/actions.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import type { Publish } from '../../outbox/transact.ts';
import { findAudiences, mayChangeAudience } from '../access/rowRules.ts';
import type { OperationContext, RecordChange } from '../read/operationContext.ts';
import { compileBulkInserts, executeAll } from '../schema/bulkStatements.ts';
import type { CollectionDb, CollectionRow } from '../schema/collectionDb.ts';
import { type ChangedRow, updateRows } from '../schema/linkRows.ts';
import { pickChangedValues, type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { isUpload } from '../tables/uploadTable.ts';
import {
  findNamedLinks,
  findNamedRecords,
  findReferrers,
  mergeNamedRecords,
  type NamedRecords,
  refuseAbsent,
} from './checkReferences.ts';
import { completeValues } from './defaultValues.ts';
import { createHistoryRow } from './recordHistory.ts';
import { publishChange } from './writeTransaction.ts';

/** Whether an action changes records that can be written by a few statements: nothing has to look at each of them. */
export function canUpdateInBulk(scene: OperationContext, action: NamedAction): boolean {
  const { services, collection, collections } = scene;
  const { resource } = collection;
  const hooks = services.hooks[resource.name];
  const hooked = getHookOperation(action);
  const computed = Object.entries(resource.fields).flatMap(([name, { compute }]) => (compute ? [name] : []));
  const names = new Set([...action.roleInputs.map(({ field }) => field), ...Object.keys(action.values), ...computed]);
  const referrers = [...findReferrers(resource.name, collections)];
  return (
    !hooks?.before?.[hooked] &&
    !hooks?.after?.[hooked] &&
    !resource.accounts &&
    !collection.columns.some((column) => isUpload(column) && names.has(column.name)) &&
    !referrers.some(({ by }) => names.has(by))
  );
}

const getHookOperation = ({ to }: NamedAction) => (to ? 'transition' : 'change');

/** A record, and the checked values that are to be written into it. */
export interface PendingUpdate {
  row: CollectionRow;
  values: RecordValues;
}

/** What writes many changes, made before the transaction begins. */
export interface PreparedUpdates {
  /** The rows as they will be, those that do not differ included. */
  rows: CollectionRow[];
  /** The names of the fields that differ. */
  fields: string[];
  write(db: CollectionDb, publish: Publish): Promise<void>;
}

/** A change with its row as it was and as it will be. */
interface PlannedUpdate extends ChangedRow {
  change: RecordChange;
  mayChangeAudience: boolean;
}

/**
 * What writes checked values into many records by a few statements, as `writeChange` does into one. Throws a Refusal (400)
 * at values that do not fit together.
 */
export async function prepareUpdates(
  scene: OperationContext,
  all: readonly PendingUpdate[],
  { action, entries }: { action: NamedAction; entries: ReadonlyMap<string, EntryConfig<string>> },
): Promise<PreparedUpdates> {
  const { services, collection, account } = scene;
  const rest = createEventLoopYield();
  const now = Date.now();
  const [rows, changed, named, history]: [CollectionRow[], PlannedUpdate[], NamedRecords[], object[]] = [
    [],
    [],
    [],
    [],
  ];
  const fields = new Set<string>();
  for (const { row: was, values: given } of all) {
    await rest();
    const before = toRecordValues(collection, was);
    const values = completeValues(scene, given, before);
    const columns = toRowColumns(collection, values, services.config.timeZone);
    const differing = Object.keys(columns).filter((name) => columns[name] !== was[name]);
    if (differing.length === 0) {
      rows.push(was);
      continue;
    }
    const news = pickChangedValues(collection, values, differing);
    for (const name of Object.keys(news)) fields.add(name);
    named.push(...findNamedRecords(collection.resource, account, news, entries));
    named.push(...findNamedLinks(collection, account, news, before));
    const stamps = collection.existingTable
      ? {}
      : { version: was.version + 1, changed_at: now, changed_by: account.id };
    const row = { ...was, ...columns, ...stamps };
    const hooked = getHookOperation(action);
    const change: RecordChange = {
      operation: hooked,
      id: was.id,
      before,
      action: action.name,
      values: toRecordValues(collection, row),
    };
    rows.push(row);
    changed.push({
      oldRow: was,
      newRow: row,
      columns: Object.keys(columns),
      change,
      mayChangeAudience: mayChangeAudience(collection, differing),
    });
    if (collection.resource.history) history.push(createHistoryRow(scene, change, row.version));
  }
  const kept = [...compileBulkInserts(services.store.kind, HISTORY_TABLE, history)];
  return {
    rows,
    fields: [...fields],
    async write(trx, publish) {
      await refuseAbsent(trx, services, mergeNamedRecords(named));
      const moving = changed.filter(({ mayChangeAudience: moves }) => moves);
      const saw = await findAudiences(
        trx,
        collection,
        moving.map(({ oldRow: was }) => was),
      );
      const before = new Map(moving.map(({ oldRow: was }, at) => [was.id, saw[at]]));
      await updateRows(trx, services.store.kind, collection, changed);
      await executeAll(trx, kept);
      const after = await findAudiences(
        trx,
        collection,
        changed.map(({ newRow: row }) => row),
      );
      for (const [at, { newRow: row, change }] of changed.entries()) {
        publishChange(publish, scene, row.id, 'change', ...(before.get(row.id) ?? []), ...(after[at] ?? []));
        scene.changes.push({ ...change, collection });
      }
    },
  };
}
