import { type SqlBool, sql } from 'kysely';
import { expandJsonTexts, isSqlite } from '../../db/jsonLists.ts';
import type { Publish } from '../../outbox/transact.ts';
import { findAudience, findAudiences } from '../access/rowRules.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { bulkDelete, bulkInsert } from '../schema/bulkStatements.ts';
import { type Collection, getLinkTable } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toSchemaDb } from '../schema/collectionDb.ts';
import { insertRows } from '../schema/linkRows.ts';
import { type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { HISTORY_TABLE } from '../tables/historyTable.ts';
import { findForeignKeyTables } from '../tables/linkTables.ts';
import { findReferrers } from './checkReferences.ts';
import {
  type DeletedRecords,
  findReferringRows,
  getReferencedValues,
  refuseLargeCascade,
  toBinReferrer,
  toDeletedRecords,
} from './deleteCascade.ts';
import { createHistoryRow, RESTORED_ACTION, saveVersion } from './recordHistory.ts';
import { type HookTransaction, runAfterHook, runBeforeHook } from './runHooks.ts';
import { publishChange, toTakenRefusal } from './writeTransaction.ts';

interface RowMove {
  from: Collection;
  to: Collection;
  /** Rows, each with the values that it takes along. */
  records: readonly { row: CollectionRow; values: RecordValues }[];
  by: string;
  /** The business's time zone. */
  zone: string;
  at: number;
}

type LinkRow = { record_id: string; target_id: string; position: number };

/** Records' links in fields that no config has any more: they go with their rows. */
async function readOrphanedLinks(
  db: CollectionDb,
  { table, orphanedLinks: unseenLinks = [] }: Collection,
  ids: readonly string[],
) {
  const found: [string, LinkRow[]][] = [];
  for (const value of unseenLinks) {
    const links = db.selectFrom(getLinkTable(table, value)).select(['record_id', 'target_id', 'position']);
    const some = expandJsonTexts(toSchemaDb(db), JSON.stringify(ids));
    found.push([value, (await links.where('record_id', 'in', some).execute()) as LinkRow[]]);
  }
  return found;
}

/** Puts those links into a table whose targets are there still, where it asks for that. */
async function insertOrphanedLinks(
  db: CollectionDb,
  name: string,
  owner: string,
  links: readonly LinkRow[],
): Promise<void> {
  if (links.length === 0) return;
  const tables = await findForeignKeyTables(db, isSqlite(toSchemaDb(db)) ? 'sqlite' : 'postgres', name);
  let fitting = links;
  for (const table of tables.filter((one) => one !== owner)) {
    const some = expandJsonTexts(
      toSchemaDb(db),
      JSON.stringify([...new Set(fitting.map(({ target_id }) => target_id))]),
    );
    const there = await db.selectFrom(table).select('id').where('id', 'in', some).execute();
    const ids = new Set(there.map(({ id }) => id));
    fitting = fitting.filter(({ target_id }) => ids.has(target_id));
  }
  await bulkInsert(db, name, fitting);
}

/** Moves records between their collection's table and its bin's by a few statements, and gives their rows there. */
export async function moveRows(
  db: CollectionDb,
  { from, to, records: all, by, zone, at }: RowMove,
): Promise<CollectionRow[]> {
  const unseen = Object.keys(to.orphanedColumns ?? {});
  const moved = all.map(({ row, values }): CollectionRow => {
    const { id, version, created_at, created_by } = row;
    const stamps = { id, created_at, created_by, version: version + 1, changed_at: at, changed_by: by };
    const taken = Object.fromEntries(unseen.map((column) => [column, row[column] ?? null]));
    return { ...taken, ...toRowColumns(to, values, zone), ...stamps };
  });
  const ids = moved.map(({ id }) => id);
  const links = await readOrphanedLinks(db, from, ids);
  await bulkDelete(db, from.table, 'id', ids);
  await insertRows(db, to, moved);
  for (const [value, of] of links) await insertOrphanedLinks(db, getLinkTable(to.table, value), to.table, of);
  return moved;
}

/** Records that go into the bin, or come out of it, along with one: of one collection, and who saw them. */
interface BinGroup {
  collection: Collection;
  from: Collection;
  to: Collection;
  rows: CollectionRow[];
  audiences: string[][];
}

/**
 * What refers to a record and is deleted along with it, where it has a bin as well, the nearest first: of what is there,
 * or what went there with it `since`.
 */
export async function findBinGroups(
  { collection, services }: Pick<OperationContext, 'collection' | 'services'>,
  db: CollectionDb,
  row: CollectionRow,
  since?: number,
): Promise<BinGroup[]> {
  const out = since !== undefined;
  const groups: BinGroup[] = [];
  const known = new Set([row.id]);
  const all: DeletedRecords[] = [toDeletedRecords(collection, [row])];
  for (const going of all)
    for (const referrer of findReferrers(going.name, services.collections)) {
      const { collection: of, onDelete } = referrer;
      const binned = toBinReferrer(referrer);
      if (onDelete !== 'delete' || !binned) continue;
      const [from, to] = out ? [binned, referrer] : [referrer, binned];
      const then = out ? sql<SqlBool>`changed_at = ${since}` : undefined;
      const found = await findReferringRows(db, services.store.kind, from, getReferencedValues(going, referrer), then);
      const rows = found.filter(({ id }) => !known.has(id));
      if (rows.length === 0) continue;
      for (const { id } of rows) known.add(id);
      refuseLargeCascade(known.size - 1);
      // By what is there still.
      const audiences = out ? [] : await findAudiences(db, of, rows);
      groups.push({ collection: of, from: from.collection, to: to.collection, rows, audiences });
      all.push(toDeletedRecords(from.collection, rows));
    }
  return groups;
}

/**
 * Moves what refers to a record and is deleted along with it: into the bin after the record, with the same moment, by
 * which they come out of it again. It is done for the config and not by the person's rights.
 */
export async function moveBinGroups(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  groups: readonly BinGroup[],
  at?: number,
): Promise<void> {
  const { account, services } = scene;
  const zone = services.config.timeZone;
  const into = at !== undefined;
  const action = into ? 'delete' : RESTORED_ACTION;
  for (const { collection: of, from, to, rows, audiences } of groups) {
    const inner: OperationContext = { ...scene, collection: of };
    const all = rows.map((row) => ({ row, values: toRecordValues(from, row) }));
    const moved = await moveRows(db, { from, to, records: all, by: account.id, zone, at: at ?? Date.now() }).catch(
      (cause) => {
        throw toTakenRefusal(of, cause) ?? cause;
      },
    );
    if (of.resource.history) {
      const history = all.map(({ row: { id }, values }, place) => {
        const change = { operation: 'change', id, before: values, values, action } as const;
        return createHistoryRow(inner, change, moved[place]?.version ?? 0);
      });
      await bulkInsert(db, HISTORY_TABLE, history);
    }
    const seen = into ? audiences : await findAudiences(db, of, moved);
    for (const [place, { id }] of moved.entries()) {
      publishChange(publish, inner, id, into ? 'delete' : 'create', ...(seen[place] ?? []));
      scene.alsoChanged.push({ operation: into ? 'delete' : 'change', resource: of.resource.name, recordId: id });
    }
  }
}

/** Moves a held record into the bin within a transaction: for everything else it is gone. */
export async function moveToBin(inner: HookTransaction, bin: Collection, row: CollectionRow): Promise<void> {
  const { context: scene, db, publish } = inner;
  const { services, collection, account } = scene;
  const { timeZone: zone } = services.config;
  const values = toRecordValues(collection, row);
  const change = { operation: 'delete', id: row.id, values, before: values, action: undefined } as const;
  await runBeforeHook(inner, change);
  publishChange(publish, scene, row.id, 'delete', ...(await findAudience(db, collection, row)));
  const at = Date.now();
  const groups = await findBinGroups(scene, db, row);
  const move = { from: collection, to: bin, records: [{ row, values }], by: account.id, zone, at };
  const [moved] = await moveRows(db, move);
  await moveBinGroups(scene, db, publish, groups, at);
  await saveVersion(scene, db, { ...change, operation: 'change', action: 'delete' }, moved?.version ?? 0);
  await runAfterHook(inner, change);
  scene.changes.push({ ...change, collection });
}
