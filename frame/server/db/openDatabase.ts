import { join } from 'node:path';
import { type Compilable, Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Config } from '../config.ts';
import { migrations } from '../migrations/migrationList.ts';
import type { Schema } from './databaseSchema.ts';
import { postgresDialect } from './postgresDialect.ts';
import { SchemaError } from './runMigrationStep.ts';
import { type Readers, sharedReaders, threadReaders } from './sqlite/readerPool.ts';
import { sqliteDialect } from './sqlite/sqliteDialect.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Store {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  /** For what may take long to read: on SQLite threads of their own. */
  readers: Readers;
  /** Closes the database; waits for its readers for three seconds. */
  close(): Promise<void>;
}

/** The location of a database, and for PostgreSQL the limit of a statement and the number of connections. */
type Address = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'statementMs' | 'databaseConnections'>>;

/** PostgreSQL reads in processes of its own; what takes long leaves some of the pool's connections to others. */
const poolReaders = (db: Store['db']): Readers =>
  sharedReaders(async <R>(query: Compilable<R>) => (await db.executeQuery(query.compile())).rows, {
    close: async () => {},
    isBusy: () => false,
  });

/** Opens the database as it is: SQLite in the data directory, or PostgreSQL at databaseUrl. */
export function openDatabase({ dataDir, databaseUrl, statementMs, databaseConnections }: Address): Store {
  const kind = databaseUrl ? 'postgres' : 'sqlite';
  const file = join(dataDir, 'portal.sqlite');
  const dialect = databaseUrl ? postgresDialect(databaseUrl, statementMs, databaseConnections) : sqliteDialect(file);
  const db = new Kysely<Schema>({ dialect });
  const readers = databaseUrl ? poolReaders(db) : threadReaders(file);
  return { db, kind, readers, close: () => readers.close().finally(() => db.destroy()) };
}

/**
 * Brings the database to today's schema, or to that of the migration named. Each step and its record are one
 * transaction: a process that ends in the middle leaves the database as it was before the step. Of several servers that
 * start at a time one makes a step while the others wait. Throws a SchemaError for a database of a newer version.
 */
export async function migrate({ db, kind }: Store, upTo?: string): Promise<void> {
  const available = migrations(kind);
  let seen = await migrationsOf(db);
  refuseNewer(seen, Object.keys(available));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => available } });
  while (Object.keys(available).some((name) => !seen.includes(name) && (!upTo || name <= upTo))) {
    const { error } = await migrator.migrateUp();
    if (error) throw error;
    seen = await migrationsOf(db);
  }
}

/** The steps that a start would still make, by name. Throws a SchemaError for a database of a newer version. */
export async function pendingMigrations({ db, kind }: Store): Promise<string[]> {
  const available = Object.keys(migrations(kind));
  const made = await migrationsOf(db);
  refuseNewer(made, available);
  return available.filter((name) => !made.includes(name));
}

function refuseNewer(seen: readonly string[], available: readonly string[]): void {
  const unknown = seen.find((name) => !available.includes(name));
  if (unknown)
    throw new SchemaError(
      `The database was brought up by a newer version (${unknown}). Start that one, or restore a backup.`,
    );
}

/** The names of the migrations a database has seen, in order; none for an empty one. */
export async function migrationsOf(db: Store['db']): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Does something that may take as long as it takes, as requests may not. */
export async function unbounded<T>(config: Address, store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl, statementMs } = config;
  if (!databaseUrl || statementMs === undefined) return work(store);
  const own = openDatabase({ dataDir, databaseUrl });
  return work(own).finally(() => own.close());
}

/** Opens the database and brings it to today's schema. */
export async function openStore(config: Address): Promise<Store> {
  const { dataDir, databaseUrl, statementMs } = config;
  // A step may take as long as it takes.
  const store = openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) });
  try {
    await migrate(store);
    // A file that cannot be written is reported now, and not by the first person's change.
    await store.db.transaction().execute(async () => undefined);
  } catch (error) {
    await store.close();
    throw error;
  }
  if (!databaseUrl || statementMs === undefined) return store;
  await store.close();
  return openDatabase(config);
}
