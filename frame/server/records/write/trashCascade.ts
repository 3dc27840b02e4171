import { type SqlBool, sql } from 'kysely';
import { isSqlite, listed } from '../../db/jsonLists.ts';
import type { Publish } from '../../outbox/transact.ts';
import { audienceOf, audiencesOf } from '../access/rowRules.ts';
import type { Scene } from '../read/operationContext.ts';
import { addRows, deleteAll } from '../schema/bulkRows.ts';
import { type Collection, linksFor } from '../schema/collection.ts';
import { type CollectionDb, type Row, schemaDb } from '../schema/collectionDb.ts';
import { insertRows } from '../schema/linkRows.ts';
import { columnsFor, type Values, valuesOf } from '../schema/recordRow.ts';
import { HISTORY } from '../tables/historyTable.ts';
import { referred } from '../tables/linkTables.ts';
import { referrersOf } from './checkReferences.ts';
import { binnedReferrer, type Going, goingOf, keptOf, referringTo, refuseMany } from './deleteCascade.ts';
import { historyRow, keepHistory, RESTORED } from './recordHistory.ts';
import { afterChange, beforeChange, type Inner } from './runHooks.ts';
import { publishChange, takenIn } from './writeTransaction.ts';

interface Move {
  from: Collection;
  to: Collection;
  /** Rows, each with the values that it takes along. */
  all: readonly { row: Row; values: Values }[];
  by: string;
  /** The business's time zone. */
  zone: string;
  at: number;
}

type Links = { record_id: string; target_id: string; position: number };

/** Records' links in fields that no config has any more: they go with their rows. */
async function unseenLinks(db: CollectionDb, { table, unseenLinks = [] }: Collection, ids: readonly string[]) {
  const found: [string, Links[]][] = [];
  for (const value of unseenLinks) {
    const links = db.selectFrom(linksFor(table, value)).select(['record_id', 'target_id', 'position']);
    const some = listed(schemaDb(db), JSON.stringify(ids));
    found.push([value, (await links.where('record_id', 'in', some).execute()) as Links[]]);
  }
  return found;
}

/** Puts those links into a table whose targets are there still, where it asks for that. */
async function putUnseen(db: CollectionDb, name: string, owner: string, links: readonly Links[]): Promise<void> {
  if (links.length === 0) return;
  const tables = await referred(db, isSqlite(schemaDb(db)) ? 'sqlite' : 'postgres', name);
  let fitting = links;
  for (const table of tables.filter((one) => one !== owner)) {
    const some = listed(schemaDb(db), JSON.stringify([...new Set(fitting.map(({ target_id }) => target_id))]));
    const there = await db.selectFrom(table).select('id').where('id', 'in', some).execute();
    const ids = new Set(there.map(({ id }) => id));
    fitting = fitting.filter(({ target_id }) => ids.has(target_id));
  }
  await addRows(db, name, fitting);
}

/** Moves records between their collection's table and its bin's by a few statements, and gives their rows there. */
export async function moveRows(db: CollectionDb, { from, to, all, by, zone, at }: Move): Promise<Row[]> {
  const unseen = Object.keys(to.unseen ?? {});
  const moved = all.map(({ row, values }): Row => {
    const { id, version, created_at, created_by } = row;
    const stamps = { id, created_at, created_by, version: version + 1, changed_at: at, changed_by: by };
    const taken = Object.fromEntries(unseen.map((column) => [column, row[column] ?? null]));
    return { ...taken, ...columnsFor(to, values, zone), ...stamps };
  });
  const ids = moved.map(({ id }) => id);
  const links = await unseenLinks(db, from, ids);
  await deleteAll(db, from.table, 'id', ids);
  await insertRows(db, to, moved);
  for (const [value, of] of links) await putUnseen(db, linksFor(to.table, value), to.table, of);
  return moved;
}

/** Records that go into the bin, or come out of it, along with one: of one collection, and who saw them. */
interface Group {
  of: Collection;
  from: Collection;
  to: Collection;
  rows: Row[];
  audiences: string[][];
}

/**
 * What refers to a record and is deleted along with it, where it has a bin as well, the nearest first: of what is there,
 * or what went there with it `since`.
 */
export async function groupsAlong(
  { collection, services }: Pick<Scene, 'collection' | 'services'>,
  db: CollectionDb,
  row: Row,
  since?: number,
): Promise<Group[]> {
  const out = since !== undefined;
  const groups: Group[] = [];
  const known = new Set([row.id]);
  const all: Going[] = [goingOf(collection, [row])];
  for (const going of all)
    for (const referrer of referrersOf(going.name, services.collections)) {
      const { collection: of, onDelete } = referrer;
      const binned = binnedReferrer(referrer);
      if (onDelete !== 'delete' || !binned) continue;
      const [from, to] = out ? [binned, referrer] : [referrer, binned];
      const then = out ? sql<SqlBool>`changed_at = ${since}` : undefined;
      const found = await referringTo(db, services.store.kind, from, keptOf(going, referrer), then);
      const rows = found.filter(({ id }) => !known.has(id));
      if (rows.length === 0) continue;
      for (const { id } of rows) known.add(id);
      refuseMany(known.size - 1);
      // By what is there still.
      const audiences = out ? [] : await audiencesOf(db, of, rows);
      groups.push({ of, from: from.collection, to: to.collection, rows, audiences });
      all.push(goingOf(from.collection, rows));
    }
  return groups;
}

/**
 * Moves what refers to a record and is deleted along with it: into the bin after the record, with the same moment, by
 * which they come out of it again. It is done for the config and not by the person's rights.
 */
export async function moveAlong(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  groups: readonly Group[],
  at?: number,
): Promise<void> {
  const { account, services } = scene;
  const zone = services.config.timeZone;
  const into = at !== undefined;
  const action = into ? 'delete' : RESTORED;
  for (const { of, from, to, rows, audiences } of groups) {
    const inner: Scene = { ...scene, collection: of };
    const all = rows.map((row) => ({ row, values: valuesOf(from, row) }));
    const moved = await moveRows(db, { from, to, all, by: account.id, zone, at: at ?? Date.now() }).catch((cause) => {
      throw takenIn(of, cause) ?? cause;
    });
    if (of.resource.history) {
      const history = all.map(({ row: { id }, values }, place) => {
        const change = { hooked: 'change', id, before: values, values, action } as const;
        return historyRow(inner, change, moved[place]?.version ?? 0);
      });
      await addRows(db, HISTORY, history);
    }
    const seen = into ? audiences : await audiencesOf(db, of, moved);
    for (const [place, { id }] of moved.entries()) {
      publishChange(publish, inner, id, into ? 'delete' : 'create', ...(seen[place] ?? []));
      scene.along.push({ operation: into ? 'delete' : 'change', resource: of.resource.name, recordId: id });
    }
  }
}

/** Moves a held record into the bin within a transaction: for everything else it is gone. */
export async function binRow(inner: Inner, bin: Collection, row: Row): Promise<void> {
  const { scene, db, publish } = inner;
  const { services, collection, account } = scene;
  const { timeZone: zone } = services.config;
  const values = valuesOf(collection, row);
  const change = { hooked: 'delete', id: row.id, values, before: values, action: undefined } as const;
  await beforeChange(inner, change);
  publishChange(publish, scene, row.id, 'delete', ...(await audienceOf(db, collection, row)));
  const at = Date.now();
  const groups = await groupsAlong(scene, db, row);
  const move = { from: collection, to: bin, all: [{ row, values }], by: account.id, zone, at };
  const [moved] = await moveRows(db, move);
  await moveAlong(scene, db, publish, groups, at);
  await keepHistory(scene, db, { ...change, hooked: 'change', action: 'delete' }, moved?.version ?? 0);
  await afterChange(inner, change);
  scene.done.push({ ...change, collection });
}
