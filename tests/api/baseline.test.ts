import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase, openStore, type Store } from 'portal-frame/internal/server';
import {
  auditArchiveTables,
  automationTables,
  frameTables,
  identityTables,
  operationTables,
  programTables,
} from 'portal-frame/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { createTestDatabase } from './database.ts';

/** Columns that the portal adds to the frame's tables, and their indexes. */
const PORTAL_OWN = [
  'accounts.name_key',
  'accounts.requested_name',
  'accounts.job_role',
  'accounts.hire_date',
  'accounts.employee_code',
  'accounts.employee_key',
  'accounts.department',
  'accounts.shift_timing',
  'accounts.timings',
  'accounts_employee_code',
  'accounts_name',
  'notifications.appointment_id',
  'notifications_appointment',
];

interface Place {
  store: Store;
  drop(): Promise<void>;
}
let places: Place[] = [];
async function placed(open: (address: { dataDir: string; databaseUrl?: string }) => Promise<Store>): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-baseline-'));
  const { url, drop } = await createTestDatabase();
  const store = await open({ dataDir, ...(url && { databaseUrl: url }) });
  return {
    store,
    async drop() {
      await store.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
beforeAll(async () => {
  const newApp = await placed(async (address) => {
    const store = openDatabase(address);
    await store.db.transaction().execute(async (db) => {
      await frameTables(store.kind).up(db);
      await operationTables(store.kind).up(db);
      await programTables(store.kind).up(db);
      await identityTables(store.kind).up(db);
      await automationTables(store.kind).up(db);
      await auditArchiveTables(store.kind).up(db);
    });
    return store;
  });
  places = [newApp, await placed((address) => openStore({ app, ...address }))];
});
afterAll(async () => {
  for (const { drop } of places) await drop();
});

/** Its columns, indexes, references and triggers by name, each as the database itself describes it. */
async function described({ db, kind }: Store, tables: readonly string[]): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  const add = async (query: ReturnType<typeof sql<{ name: string; definition: string }>>) => {
    const { rows } = await query.execute(db);
    found.push(...rows.map(({ name, definition }): [string, string] => [name, definition.replaceAll(/\s+/g, ' ')]));
  };
  for (const table of tables)
    if (kind === 'sqlite') {
      await add(sql`select ${`${table}.`} || name as name, type || ' ' || "notnull" || ' ' || coalesce(dflt_value, '') || ' ' || pk
        as definition from pragma_table_info(${table})`);
      await add(sql`select ${`${table} refers `} || "from" as name, "table" || ' ' || "to" || ' ' || on_delete as definition
        from pragma_foreign_key_list(${table})`);
      await add(sql`select name, sql as definition from sqlite_master
        where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null`);
    } else {
      await add(sql`select table_name || '.' || column_name as name,
        concat_ws(' ', data_type, is_nullable, column_default, collation_name) as definition
        from information_schema.columns where table_schema = current_schema() and table_name = ${table}`);
      await add(sql`select indexname as name, indexdef as definition from pg_indexes
        where schemaname = current_schema() and tablename = ${table}`);
      await add(sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = ${table}::regclass`);
      await add(sql`select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
        where tgrelid = ${table}::regclass and not tgisinternal`);
    }
  return Object.fromEntries(found);
}

test('creates the frame’s tables in a new app as in the portal', async () => {
  const [newApp, portal] = places.map(({ store }) => store) as [Store, Store];
  const tables = (await newApp.db.introspection.getTables()).map(({ name }) => name);
  expect(tables.length).toBeGreaterThan(15);
  const own = await described(portal, tables);
  expect(PORTAL_OWN.filter((name) => !Object.hasOwn(own, name))).toEqual([]);
  const shared = Object.fromEntries(Object.entries(own).filter(([name]) => !PORTAL_OWN.includes(name)));
  const made = await described(newApp, tables);
  expect(Object.keys(made).length).toBeGreaterThan(100);
  expect(made).toEqual(shared);
});
