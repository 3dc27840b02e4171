import { join } from 'node:path';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Config } from '../config.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import { SchemaError } from './step.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Store {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  close(): Promise<void>;
}

/** PostgreSQL's int8 and numeric (counts, sums, times) as numbers: ours stay far below 2^53. */
const NUMBERS = [20, 1700];

/** Milliseconds to wait for a connection; a request is told to come again then. */
const CONNECTING = 10_000;

function postgresDialect(connectionString: string): Dialect {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text');
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECTING,
    keepAlive: true,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  });
  // A connection that breaks is told by the query that needs it; as an event that nobody hears it would end the process.
  const heard = () => undefined;
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  return new PostgresDialect({ pool });
}

/** Opens the database as it is: SQLite in the data directory, or PostgreSQL at databaseUrl. */
export function openDatabase({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Store {
  const kind = databaseUrl ? 'postgres' : 'sqlite';
  const dialect = databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(join(dataDir, 'portal.sqlite'));
  const db = new Kysely<Schema>({ dialect });
  return { db, kind, close: () => db.destroy() };
}

/**
 * Brings the database to today's schema, or to that of the migration named. Each step and its record are one
 * transaction: a process that ends in the middle leaves the database as it was before the step. Of several servers that
 * start at a time one makes a step while the others wait. Throws a SchemaError for a database of a newer version.
 */
export async function migrate({ db, kind }: Store, upTo?: string): Promise<void> {
  const known = migrations(kind);
  await refuseNewer(db, Object.keys(known));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const isPending = async () =>
    (await migrator.getMigrations()).some(({ name, executedAt }) => !executedAt && (!upTo || name <= upTo));
  while (await isPending()) {
    const { error } = await migrator.migrateUp();
    if (error) throw error;
  }
}

async function refuseNewer(db: Store['db'], known: readonly string[]): Promise<void> {
  const unknown = (await migrationsOf(db)).find((name) => !known.includes(name));
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

/** Opens the database and brings it to today's schema. */
export async function openStore(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Store> {
  const store = openDatabase(config);
  try {
    await migrate(store);
    // A file that cannot be written is told now, and not by the first person's change.
    await store.db.transaction().execute(async () => undefined);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
