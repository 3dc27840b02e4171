import { type SqlBool, sql } from 'kysely';
import { computeFields } from '../../../config/computedValues.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import { findAudience, findAudiences } from '../access/rowRules.ts';
import { settleDerivedValues } from '../derived/rollupColumns.ts';
import { refreshStaleRecords } from '../derived/staleRecords.ts';
import type { WriteContext } from '../read/operationContext.ts';
import { bulkDelete, bulkInsert } from '../schema/bulkStatements.ts';
import { type Collection, getLinkTable } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { insertCollectionRows } from '../schema/linkRows.ts';
import { type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { findForeignKeyTables } from '../tables/linkTables.ts';
import { clearMissingReferences, findReferrers } from './checkReferences.ts';
import {
  type DeletedRecords,
  findReferringRows,
  getReferencedValues,
  refuseLargeCascade,
  toDeletedRecords,
  toTrashReferrer,
} from './deleteCascade.ts';
import { RESTORED_ACTION, saveVersions } from './recordHistory.ts';
import { refuseConflicts } from './refuseConflicts.ts';
import { runAfterHook, runBeforeHook } from './runHooks.ts';
import { publishChange, refuseInvisibleRows, toTakenRefusal } from './writeTransaction.ts';

interface RowMove {
  from: Collection;
  to: Collection;
  /** Rows, with the values to write. */
  records: readonly { row: CollectionRow; values: RecordValues }[];
  by: string;
  /** The time zone of the business. */
  zone: string;
  at: number;
}

type LinkRow = { record_id: string; target_id: string; position: number };

/** Reads links in fields that no config has any more; they move with their rows. */
async function readOrphanedLinks(db: Db, { table, orphanedLinks = [] }: Collection, ids: readonly string[]) {
  const found: [string, LinkRow[]][] = [];
  for (const value of orphanedLinks) {
    const links = toCollectionDb(db)
      .selectFrom(getLinkTable(table, value))
      .select(['record_id', 'target_id', 'position']);
    const records = expandJsonTexts(db, JSON.stringify(ids));
    found.push([value, (await links.where('record_id', 'in', records).execute()) as LinkRow[]]);
  }
  return found;
}

/** Inserts orphaned links, without those whose target a foreign key requires and that is gone. */
async function insertOrphanedLinks(db: Db, table: string, owner: string, links: readonly LinkRow[]): Promise<void> {
  if (links.length === 0) return;
  const targets = await findForeignKeyTables(db, table);
  let valid = links;
  for (const target of targets.filter((one) => one !== owner)) {
    const json = JSON.stringify([...new Set(valid.map(({ target_id }) => target_id))]);
    const query = toCollectionDb(db).selectFrom(target).select('id').where('id', 'in', expandJsonTexts(db, json));
    const ids = new Set((await query.execute()).map(({ id }) => id));
    valid = valid.filter(({ target_id }) => ids.has(target_id));
  }
  await bulkInsert(db, table, valid);
}

/** Moves records between a collection and its trash, and returns their new rows. */
export async function moveRows(db: Db, { from, to, records, by, zone, at }: RowMove): Promise<CollectionRow[]> {
  const orphaned = Object.keys(to.orphanedColumns ?? {});
  const moved = records.map(({ row, values }): CollectionRow => {
    const { id, version, created_at, created_by } = row;
    const stamps = { id, created_at, created_by, version: version + 1, changed_at: at, changed_by: by };
    const kept = Object.fromEntries(orphaned.map((column) => [column, row[column] ?? null]));
    return { ...kept, ...toRowColumns(to, values, zone), ...stamps };
  });
  const ids = moved.map(({ id }) => id);
  const links = await readOrphanedLinks(db, from, ids);
  await bulkDelete(db, from.table, 'id', ids);
  await insertCollectionRows(db, to, moved);
  for (const [value, all] of links) await insertOrphanedLinks(db, getLinkTable(to.table, value), to.table, all);
  return moved;
}

/** Rows of one collection that move to the trash or back with another record. */
interface TrashGroup {
  collection: Collection;
  from: Collection;
  to: Collection;
  rows: CollectionRow[];
  /** The audience of each row, if it is deleted. */
  audiences: string[][];
}

/**
 * Finds the records that move to the trash with a record, the nearest first. With `since`, finds those that were deleted
 * with it at that time, to be restored.
 */
async function findTrashGroups(
  { services, collection: root, db }: WriteContext,
  row: CollectionRow,
  since?: number,
): Promise<TrashGroup[]> {
  const isRestore = since !== undefined;
  const groups: TrashGroup[] = [];
  const known = new Set([row.id]);
  const all: DeletedRecords[] = [toDeletedRecords(root, [row])];
  for (const deleted of all)
    for (const referrer of findReferrers(deleted.name, services.collections)) {
      const { collection, onDelete } = referrer;
      const trashed = toTrashReferrer(referrer);
      if (onDelete !== 'delete' || !trashed) continue;
      const [from, to] = isRestore ? [trashed, referrer] : [referrer, trashed];
      const condition = isRestore ? sql<SqlBool>`changed_at = ${since}` : undefined;
      const values = getReferencedValues(deleted, referrer);
      const found = await findReferringRows(db, services.store.kind, from, values, condition);
      const rows = found.filter(({ id }) => !known.has(id));
      if (rows.length === 0) continue;
      for (const { id } of rows) known.add(id);
      refuseLargeCascade(known.size - 1);
      const audiences = isRestore ? [] : await findAudiences(db, collection, rows);
      groups.push({ collection, from: from.collection, to: to.collection, rows, audiences });
      all.push(toDeletedRecords(from.collection, rows));
    }
  return groups;
}

/**
 * Moves groups to the trash at the time `at` of their record, or without `at` back out of it. The config decides this, not
 * the rights of the user.
 */
async function moveTrashGroups(context: WriteContext, groups: readonly TrashGroup[], at?: number): Promise<void> {
  const { account, services, db } = context;
  const zone = services.config.timeZone;
  const isDelete = at !== undefined;
  const returning = groups.map(({ from, rows }) => toDeletedRecords(from, rows));
  const returns = (to: string, by: string, value: unknown) =>
    returning.some((one) => one.name === to && getReferencedValues(one, { by }).includes(String(value)));
  for (const { collection, from, to, rows, audiences } of groups) {
    const groupContext = { ...context, collection };
    const records: (RowMove['records'][number] & { before: RecordValues })[] = [];
    for (const row of rows) {
      const before = toRecordValues(from, row);
      const values = isDelete
        ? before
        : computeFields(collection.resource, (await clearMissingReferences(groupContext, before, returns)).values);
      records.push({ row, before, values });
    }
    const move = { from, to, records, by: account.id, zone, at: at ?? Date.now() };
    for (const { row, values } of isDelete ? [] : records)
      await refuseConflicts(groupContext, { ...row, ...toRowColumns(collection, values, zone) });
    const moved = await moveRows(db, move).catch((cause) => {
      throw toTakenRefusal(collection, cause) ?? cause;
    });
    const action = isDelete ? 'delete' : RESTORED_ACTION;
    const changes = records.map(({ row: { id }, before, values }, place) => ({
      change: { operation: 'change', id, before, values, action } as const,
      version: moved[place]?.version ?? 0,
    }));
    await saveVersions(groupContext, changes);
    const visible = isDelete ? audiences : await findAudiences(db, collection, moved);
    const resource = collection.resource.name;
    for (const [place, { id }] of moved.entries()) {
      publishChange(groupContext, id, isDelete ? 'delete' : 'create', ...(visible[place] ?? []));
      context.alsoChanged.push({ operation: isDelete ? 'delete' : 'change', resource, recordId: id });
    }
  }
}

/** Moves a locked record to the trash. */
export async function moveToTrash(context: WriteContext, trash: Collection, row: CollectionRow): Promise<void> {
  const { services, collection, account, db } = context;
  const values = toRecordValues(collection, row);
  const change = { operation: 'delete', id: row.id, values, before: values, action: undefined } as const;
  await runBeforeHook(context, change);
  publishChange(context, row.id, 'delete', ...(await findAudience(db, collection, row)));
  const at = Date.now();
  const groups = await findTrashGroups(context, row);
  const zone = services.config.timeZone;
  const [moved] = await moveRows(db, {
    from: collection,
    to: trash,
    records: [{ row, values }],
    by: account.id,
    zone,
    at,
  });
  await moveTrashGroups(context, groups, at);
  await refreshStaleRecords(db, services);
  const done = { ...change, operation: 'change', action: 'delete' } as const;
  await saveVersions(context, [{ change: done, version: moved?.version ?? 0 }]);
  await runAfterHook(context, change);
  context.changes.push({ ...change, collection });
}

/**
 * Moves a locked record of the trash back, with those that were deleted with it, and returns its row. Throws an HttpError
 * (409) at a field that conflicts with current records.
 */
export async function moveFromTrash(
  context: WriteContext,
  trash: Collection,
  row: CollectionRow,
): Promise<CollectionRow> {
  const { services, collection, account, db } = context;
  const before = toRecordValues(trash, row);
  const complete = computeFields(collection.resource, (await clearMissingReferences(context, before)).values);
  const change = { operation: 'change', id: row.id, before, action: RESTORED_ACTION } as const;
  const given = await runBeforeHook(context, { ...change, values: complete });
  const values = computeFields(collection.resource, { ...complete, ...given });
  const zone = services.config.timeZone;
  const move = { from: trash, to: collection, records: [{ row, values }], by: account.id, zone, at: Date.now() };
  await refuseConflicts(context, { ...row, ...toRowColumns(collection, values, zone) });
  const [moved = row] = await moveRows(db, move);
  await moveTrashGroups(context, await findTrashGroups(context, moved, Number(row.changed_at)));
  const [current = moved] = await settleDerivedValues(context, [moved]);
  await refuseInvisibleRows(context, [row]);
  publishChange(context, row.id, 'create', ...(await findAudience(db, collection, current)));
  const done = { ...change, values: toRecordValues(collection, current) };
  await saveVersions(context, [{ change: done, version: current.version }]);
  await runAfterHook(context, done);
  context.changes.push({ ...done, collection });
  return current;
}
