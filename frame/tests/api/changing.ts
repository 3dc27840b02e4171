import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import type { Store } from '../../server/db/openDatabase.ts';
import { openStore } from '../../server/migrations/openStore.ts';
import type { ServerParts } from '../../server/parts.ts';
import { bulkInsert } from '../../server/records/schema/bulkStatements.ts';
import type { Collection } from '../../server/records/schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../../server/records/schema/collectionDb.ts';
import {
  getLinkColumns,
  groupLinkRows,
  insertRow,
  omitLinks,
  readLinks,
} from '../../server/records/schema/linkRows.ts';
import { type RecordValues, toRecordValues, toRowColumns } from '../../server/records/schema/recordRow.ts';
import { moveRows } from '../../server/records/write/trashCascade.ts';
import type { NamedCustomChange } from '../../server/schemaSync/customChanges.ts';
import type { Plan } from '../../server/schemaSync/planChanges.ts';
import { planOnStart, syncToConfigs } from '../../server/schemaSync/syncOnStart.ts';
import { type UndoResult, undoLastChange } from '../../server/schemaSync/undoChange.ts';
import { copyDatabase, type TestDatabase } from './database.ts';
import { TIME_ZONE } from './people.ts';

/** A database that starts are made on, with one config after the other. */
export interface Changing {
  store: Store;
  dataDir: string;
  /** Undefined for SQLite. */
  url: string | undefined;
  /** The steps of server/changes, as starts find them. */
  changes: NamedCustomChange[];
  /** Returns the plan of a start. */
  plan(...resources: AnyResource[]): Promise<Plan>;
  /** Starts with these configs. */
  start(...resources: AnyResource[]): Promise<void>;
  /** Takes back the last change. */
  undo(anyway?: boolean, ...resources: AnyResource[]): Promise<UndoResult | undefined>;
  add(resource: string, values: RecordValues, id?: string): Promise<string>;
  change(resource: string, id: string, values: RecordValues): Promise<void>;
  /** Moves a record into its resource's bin, or out of it. */
  trash(resource: string, id: string): Promise<void>;
  undelete(resource: string, id: string): Promise<void>;
  /** The records of a resource, in the order of their ids, each with its id; or those in its bin. */
  read(resource: string, of?: 'bin'): Promise<RecordValues[]>;
  /** Takes away all that was made: as on an empty database. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

/** 2026-03-01T12:00:00Z: when records were made. */
export const MADE = Date.UTC(2026, 2, 1, 12);

/** A database of an app: where it comes from, and the resources that it has besides those of a test. */
export async function changingOf(
  app: ServerParts,
  ready: (dataDir: string) => Promise<TestDatabase>,
  withOthers: (resources: readonly AnyResource[]) => readonly AnyResource[],
): Promise<Changing> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-changing-'));
  const { url, drop } = await ready(dataDir);
  const store = await openStore({ app, dataDir, ...(url && { databaseUrl: url }) });
  const db = toCollectionDb(store.db);
  let collections: readonly Collection[] = [];
  let made = 0;
  const find = (name: string) => collections.find(({ resource }) => resource.name === name) as Collection;
  const move = async (id: string, from: Collection, to: Collection) => {
    const rows = (await db.selectFrom(from.table).selectAll().where('id', '=', id).execute()) as CollectionRow[];
    const [row] = (await readLinks(db, from, rows)) as [CollectionRow];
    const all = [{ row, values: toRecordValues(from, row) }];
    await moveRows(db, { from, to, records: all, by: 'binner', zone: TIME_ZONE, at: MADE });
  };
  const asked = (resources: readonly AnyResource[]) => ({
    resources: withOthers(resources),
    ...{ zone: TIME_ZONE, changes: self.changes, plugins: store.app.plugins },
  });
  const self: Changing = {
    ...{ store, dataDir, url },
    changes: [],
    plan: (...resources) => planOnStart(store, asked(resources)),
    async start(...resources) {
      collections = await syncToConfigs(store, asked(resources));
    },
    undo: (anyway = false, ...resources) => undoLastChange(store, { ...asked(resources), anyway }),
    async add(resource, values, id = `id${String(++made).padStart(6, '0')}`) {
      const collection = find(resource);
      const changed_at = Date.now();
      const system = { id, version: 1, created_at: MADE, created_by: 'maker', changed_at, changed_by: 'maker' };
      const row = { ...toRowColumns(collection, values, TIME_ZONE), ...system };
      await insertRow(db, collection, row);
      return id;
    },
    async change(resource, id, values) {
      const collection = find(resource);
      const row = toRowColumns(collection, values, TIME_ZONE);
      const own = omitLinks(collection, row);
      const set = { ...own, changed_at: Date.now() };
      await db.updateTable(collection.table).set(set).where('id', '=', id).execute();
      const written = getLinkColumns(collection).filter(({ valueColumn }) => Object.hasOwn(row, valueColumn));
      for (const [table, links] of groupLinkRows({ columns: written }, [{ ...row, id, version: 1 }])) {
        await db.deleteFrom(table).where('record_id', '=', id).execute();
        await bulkInsert(db, table, links);
      }
    },
    trash: (resource, id) => move(id, find(resource), find(resource).trash as Collection),
    undelete: (resource, id) => move(id, find(resource).trash as Collection, find(resource)),
    async read(resource, of) {
      const collection = of ? (find(resource).trash as Collection) : find(resource);
      const rows = (await db.selectFrom(collection.table).selectAll().orderBy('id').execute()) as CollectionRow[];
      const complete = await readLinks(db, collection, rows);
      return complete.map((row) => {
        const { createdAt: _, changedAt: __, ...values } = toRecordValues(collection, row);
        return { id: row.id, ...values };
      });
    },
    async wipe() {
      self.changes = [];
      made = 0;
      const names = (await db.introspection.getTables()).map(({ name }) => name);
      // Drops referenced tables last. SQLite drops the shadow tables of a full-text table itself.
      const own = names.filter((name) => /^(b|c|l|x)_|^collection_/.test(name) && !/_pieces_/.test(name));
      const cascade = sql.raw(store.kind === 'postgres' ? 'cascade' : '');
      for (const name of own.toSorted((a, b) => (a < b ? 1 : -1)))
        await sql`drop table if exists ${sql.table(name)} ${cascade}`.execute(db);
    },
    async close() {
      await store.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return self;
}

/** A database of the workshop (frame/tests/app). */
export const changing = async () =>
  changingOf(
    // The portal's tests import this file, too.
    (await import('../app/server/app.ts')).default,
    (dataDir) => copyDatabase(dataDir, process.env.TEST_WORKSHOP),
    (resources) => resources,
  );
