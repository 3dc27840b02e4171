import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDatabase, openStore, type Store } from 'portal-frame/internal/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { formerMigrations } from '../../server/store/formerMigrations.ts';
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

/** Tables of plug-ins, which stay in a former database if the portal leaves a plug-in out. */
const OF_PLUGINS = [
  ...[
    'api_keys',
    'event_deliveries',
    'factors',
    'identities',
    'push_tokens',
    'recovery_codes',
    'shared_queries',
    'webhooks',
  ],
];

type Address = { dataDir: string; databaseUrl?: string };
interface Place {
  store: Store;
  drop(): Promise<void>;
}
const places: Place[] = [];
async function placed(open: (address: Address) => Promise<Store>): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-baseline-'));
  const { url, drop } = await createTestDatabase();
  const store = await open({ dataDir, ...(url && { databaseUrl: url }) });
  places.push({
    store,
    async drop() {
      await store.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
  return store;
}

/** A database of the last version with one list, which this one takes over. */
async function takeOver(address: Address): Promise<Store> {
  const former = openDatabase({ app, ...address });
  const provider = { getMigrations: async () => formerMigrations(former.kind) };
  expect((await new Migrator({ db: former.db, provider }).migrateToLatest()).error).toBeUndefined();
  await former.close();
  return openStore({ app, ...address });
}

const plugins = (app.plugins ?? []).filter(({ takesOver }) => takesOver);

/** A database of a version whose app made the tables of these plug-ins. */
async function takePartsOver(address: Address): Promise<Store> {
  const former = await openStore({ app, ...address });
  for (const { plugin } of plugins) await former.db.schema.dropTable(`migrations_${plugin.name}`).execute();
  await former.close();
  return openStore({ app, ...address });
}

let frameOnly: Store;
let portal: Store;
let takesOver: Store;
beforeAll(async () => {
  frameOnly = await placed((address) => openStore(address));
  portal = await placed((address) => openStore({ app, ...address }));
  takesOver = await placed(takeOver);
});
afterAll(async () => {
  for (const { drop } of places) await drop();
});

const sqliteParts = (table: string) => [
  sql<Part>`select ${`${table}.`} || name as name, type || ' ' || "notnull" || ' ' || coalesce(dflt_value, '') || ' ' || pk || ' ' || hidden
    as definition from pragma_table_xinfo(${table})`,
  sql<Part>`select ${`${table} refers `} || "from" as name, "table" || ' ' || "to" || ' ' || on_delete || ' ' || on_update as definition
    from pragma_foreign_key_list(${table})`,
  sql<Part>`select ${`${table} is`} as name, type || ' ' || wr || ' ' || strict || ' ' ||
      (select count(*) from sqlite_master where name = ${table} and sql like '%collate%') as definition
    from pragma_table_list(${table}) where schema = 'main'`,
  sql<Part>`select one.name || '.' || part.seqno as name, concat_ws(' ', part.name, part."desc", part.coll, one."unique") as definition
    from pragma_index_list(${table}) as one, pragma_index_xinfo(one.name) as part`,
  sql<Part>`select name, sql as definition from sqlite_master
    where tbl_name = ${table} and type in ('index', 'trigger', 'view') and sql is not null`,
];

const postgresParts = (table: string) => [
  sql<Part>`select table_name || '.' || column_name as name,
      concat_ws(' ', data_type, character_maximum_length, is_nullable, column_default, collation_name) as definition
    from information_schema.columns where table_schema = current_schema() and table_name = ${table}`,
  sql<Part>`select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = ${table}`,
  sql<Part>`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = quote_ident(${table})::regclass`,
  sql<Part>`select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = quote_ident(${table})::regclass and not tgisinternal`,
  sql<Part>`select viewname as name, definition from pg_views
    where schemaname = current_schema() and viewname = ${table}`,
  sql<Part>`select proname as name, prosrc as definition from pg_proc
    where oid in (select tgfoid from pg_trigger where tgrelid = quote_ident(${table})::regclass and not tgisinternal)`,
];

type Part = { name: string; definition: string };

/** Columns, indexes, references, triggers and views by name, each as the database itself describes it. */
async function described({ db, kind }: Store, tables: readonly string[]): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const table of tables)
    for (const query of kind === 'sqlite' ? sqliteParts(table) : postgresParts(table)) {
      const { rows } = await query.execute(db);
      found.push(...rows.map(({ name, definition }): [string, string] => [name, definition.replaceAll(/\s+/g, ' ')]));
    }
  return Object.fromEntries(found);
}

const tablesOf = async ({ db }: Store) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name).toSorted();

test('creates the frame’s tables in a new app as in the portal', async () => {
  const tables = await tablesOf(frameOnly);
  expect(tables.length).toBeGreaterThan(15);
  const own = await described(portal, tables);
  expect(PORTAL_OWN.filter((name) => !Object.hasOwn(own, name))).toEqual([]);
  const added = Object.keys(own).filter((name) => PORTAL_OWN.includes(name.replace(/\.\d$/, '')));
  const shared = Object.fromEntries(Object.entries(own).filter(([name]) => !added.includes(name)));
  const made = await described(frameOnly, tables);
  expect(Object.keys(made).length).toBeGreaterThan(100);
  expect(made).toEqual(shared);
});

test('takes over a database of the former list with the schema of a new one', async () => {
  const tables = await tablesOf(portal);
  const isLeft = (table: string) => OF_PLUGINS.includes(table) && !tables.includes(table);
  expect((await tablesOf(takesOver)).filter((table) => !isLeft(table))).toEqual(tables);
  expect(tables).toEqual(expect.arrayContaining(['visit_results', 'migrations_app', 'migrations_frame']));
  const made = await described(portal, tables);
  expect(Object.keys(made).length).toBeGreaterThan(250);
  expect(await described(takesOver, tables)).toEqual(made);
});

test.runIf(plugins.length > 0)('takes over tables that the app made before they belonged to plug-ins', async () => {
  const store = await placed(takePartsOver);
  const tables = await tablesOf(portal);
  expect(await tablesOf(store)).toEqual(tables);
  expect(await described(store, tables)).toEqual(await described(portal, tables));
});
