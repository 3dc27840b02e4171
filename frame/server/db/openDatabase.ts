import { join } from 'node:path';
import { type Compilable, Kysely, sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Schema } from './databaseSchema.ts';
import { createPostgresDialect } from './postgresDialect.ts';
import { createReaderPool, createThreadReaders, type ReaderPool } from './sqlite/readerPool.ts';
import { createSqliteDialect } from './sqlite/sqliteDialect.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Store {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  /** For what may take long to read: on SQLite threads of their own. */
  readers: ReaderPool;
  /** Closes the database; waits for its readers for three seconds. */
  close(): Promise<void>;
}

/** The location of a database, and for PostgreSQL the limit of a statement and the number of connections. */
export type DatabaseLocation = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'statementTimeoutMs' | 'databaseConnections'>>;

/** PostgreSQL reads in processes of its own; what takes long leaves some of the pool's connections to others. */
const createPoolReaders = (db: Store['db']): ReaderPool =>
  createReaderPool(async <R>(query: Compilable<R>) => (await db.executeQuery(query.compile())).rows, {
    close: async () => {},
    isBusy: () => false,
  });

/** Opens the database as it is: SQLite in the data directory, or PostgreSQL at databaseUrl. */
export function openDatabase({
  dataDir,
  databaseUrl,
  statementTimeoutMs: statementMs,
  databaseConnections,
}: DatabaseLocation): Store {
  const kind = databaseUrl ? 'postgres' : 'sqlite';
  const file = join(dataDir, 'portal.sqlite');
  const dialect = databaseUrl
    ? createPostgresDialect(databaseUrl, statementMs, databaseConnections)
    : createSqliteDialect(file);
  const db = new Kysely<Schema>({ dialect });
  const readers = databaseUrl ? createPoolReaders(db) : createThreadReaders(file);
  return { db, kind, readers, close: () => readers.close().finally(() => db.destroy()) };
}

/** The names of the migrations a database has seen, in order; none for an empty one. */
export async function findAppliedMigrations(db: Store['db']): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Does something that may take as long as it takes, as requests may not. */
export async function withoutStatementTimeout<T>(
  config: DatabaseLocation,
  store: Store,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl, statementTimeoutMs: statementMs } = config;
  if (!databaseUrl || statementMs === undefined) return work(store);
  const own = openDatabase({ dataDir, databaseUrl });
  return work(own).finally(() => own.close());
}
