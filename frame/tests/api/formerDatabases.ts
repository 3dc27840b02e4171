import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { expect, onTestFinished } from 'vitest';
import { definePlugin } from '../../config/app/definePlugin.ts';
import { defineServerPlugin } from '../../server/addPlugins.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { operationTables } from '../../server/db/commandRuns.ts';
import { type DatabaseKind, openDatabase, type Store } from '../../server/db/openDatabase.ts';
import { defineServer } from '../../server/defineServer.ts';
import { auditArchiveTables } from '../../server/migrations/auditSteps.ts';
import { automationTables } from '../../server/migrations/automationTables.ts';
import { frameTables } from '../../server/migrations/frameTables.ts';
import { identityTables } from '../../server/migrations/identityTables.ts';
import { listMigrationOwners, loadFormerMigrations } from '../../server/migrations/migrationOwners.ts';
import { openStore } from '../../server/migrations/openStore.ts';
import { programTables } from '../../server/migrations/programTables.ts';
import type { ServerParts } from '../../server/parts.ts';
import type { ServerPlugin } from '../../server/serverParts.ts';
import { createTestDatabase } from './database.ts';

export type List = Record<string, Migration>;
export const run = (statement: string): Migration => ({
  up: async (db) => void (await sql.raw(statement).execute(db)),
});

/** The list of an app that had the frame's steps among its own. */
export const formerList = (kind: DatabaseKind): List => ({
  '001_frame': frameTables(kind),
  '002_operations': operationTables(kind),
  '003_books': run('create table books (id text primary key not null, title text not null)'),
  '004_programs': programTables(kind),
  '005_identities': identityTables(kind),
  '006_shelf': run('alter table books add column shelf text'),
  '007_automations': automationTables(kind),
  '008_audit_archives': auditArchiveTables(kind),
});
export const bookTable = run('create table books (id text primary key not null, shelf text, title text not null)');
export const library = (...plugins: ServerPlugin[]) =>
  defineServer({
    ...{ name: 'Library', roles: {}, plugins },
    migrations: () => ({ '001_books': bookTable, '002_due': run('alter table books add column due text') }),
    formerMigrations: { load: async (kind) => formerList(kind), covers: ['001_books'] },
  });
export const plain = (...plugins: ServerPlugin[]) => defineServer({ name: 'Plain', roles: {}, plugins });
export const FRAME = Object.keys(listMigrationOwners({ app: plain(), kind: 'sqlite' })[0]?.migrations as List);
const frameLists = {
  sqlite: await loadFormerMigrations({ app: plain(), kind: 'sqlite' }),
  postgres: await loadFormerMigrations({ app: plain(), kind: 'postgres' }),
};
export const frameList = (kind: DatabaseKind): List => frameLists[kind];
export const plugin = (name: string, migrations: List, needs: readonly string[] = []) =>
  defineServerPlugin(definePlugin({ name, frame: '^0.1', needs }), { migrations: () => migrations });

export async function emptyPlace(): Promise<Pick<Config, 'dataDir' | 'databaseUrl'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  const { url, drop } = await createTestDatabase();
  onTestFinished(async () => {
    await drop();
    rmSync(dataDir, { recursive: true });
  });
  return { dataDir, ...(url && { databaseUrl: url }) };
}
export type Place = Awaited<ReturnType<typeof emptyPlace>>;
export const configOf = ({ dataDir, databaseUrl = '' }: Place, app: ServerParts) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: 'off' }, app);

export async function within<T>(store: Store | Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const opened = await store;
  return work(opened).finally(() => opened.close());
}
export const opened = <T>(place: Place, app: ServerParts, work: (store: Store) => Promise<T>) =>
  within(openStore({ app, ...place }), work);

/** A database that a version with one list left after some steps of the list. */
export const leave = (place: Place, list: (kind: DatabaseKind) => List, steps: number) =>
  within(openDatabase(place), async ({ db, kind }) => {
    const all = list(kind);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
    if (steps === 0) await sql`create table kysely_migration (name text, timestamp text)`.execute(db);
    else expect((await migrator.migrateTo(Object.keys(all)[steps - 1] as string)).error).toBeUndefined();
  });
