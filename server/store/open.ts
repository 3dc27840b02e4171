import { join } from 'node:path';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Config } from '../config.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

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

/** Brings the database to today's schema, or to that of the migration named. */
export async function migrate({ db, kind }: Store, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } });
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (error) throw error;
}

/** Opens the database and brings it to today's schema. */
export async function openStore(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Store> {
  const store = openDatabase(config);
  try {
    await migrate(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
