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

function postgresDialect(connectionString: string): Dialect {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text');
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  });
  // A connection that breaks is told by the query that needs it; as an event that nobody hears it would end the process.
  const heard = () => undefined;
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  return new PostgresDialect({ pool });
}

/** Opens the database (SQLite in the data directory, or PostgreSQL at databaseUrl) and brings it to today's schema. */
export async function openStore({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Store> {
  const kind = databaseUrl ? 'postgres' : 'sqlite';
  const dialect = databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(join(dataDir, 'portal.sqlite'));
  const db = new Kysely<Schema>({ dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return { db, kind, close: () => db.destroy() };
}
