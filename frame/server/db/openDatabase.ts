import { join } from 'node:path';
import { type Compilable, Kysely } from 'kysely';
import { createRoles } from '../../wire/roles.ts';
import type { Config } from '../config.ts';
import type { ServerParts } from '../parts.ts';
import type { Schema } from './databaseSchema.ts';
import { guardTransactions } from './guardTransactions.ts';
import { createPostgresDialect } from './postgresDialect.ts';
import { createReplicaReaders, type ReplicaReads } from './replicaReaders.ts';
import { createReaderPool, createThreadReaders, type ReaderPool } from './sqlite/readerPool.ts';
import { createSqliteDialect } from './sqlite/sqliteDialect.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Store {
  /** The app whose tables these are. */
  app: ServerParts;
  db: Kysely<Schema>;
  kind: DatabaseKind;
  /** For slow reads; SQLite uses threads. */
  readers: ReaderPool;
  /** With a replica. */
  replicaReads?: ReplicaReads;
  /** Closes the database. Waits up to three seconds for its readers. */
  close(): Promise<void>;
}

/**
 * Location of a database and its app, by default one without migrations of its own; for PostgreSQL also a replica, the statement timeout (ms) and number of connections. */
export type DatabaseLocation = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'app' | 'databaseReadUrl' | 'statementTimeoutMs' | 'databaseConnections'>>;

const NO_APP: ServerParts = { name: 'Portal', roles: createRoles({}) };

/** PostgreSQL reads in its own processes. The limits leave connections of the pool to other requests. */
const createPoolReaders = (db: Store['db']): ReaderPool =>
  createReaderPool(async <R>(query: Compilable<R>) => (await db.executeQuery(query.compile())).rows, {
    close: async () => {},
    isBusy: () => false,
  });

/** Opens the database without migrating it: SQLite in the data directory, or PostgreSQL at `databaseUrl`. */
export function openDatabase(location: DatabaseLocation): Store {
  const { app = NO_APP, databaseUrl, databaseReadUrl, statementTimeoutMs, databaseConnections } = location;
  const file = join(location.dataDir, 'portal.sqlite');
  const dialect = databaseUrl
    ? createPostgresDialect(databaseUrl, statementTimeoutMs, databaseConnections)
    : createSqliteDialect(file);
  const db = new Kysely<Schema>({ dialect: guardTransactions(dialect) });
  const ofReplica =
    databaseReadUrl && databaseUrl
      ? createReplicaReaders(db, databaseReadUrl, statementTimeoutMs, databaseConnections)
      : undefined;
  const readers = ofReplica?.readers ?? (databaseUrl ? createPoolReaders(db) : createThreadReaders(file));
  const kind = databaseUrl ? 'postgres' : 'sqlite';
  const close = () => readers.close().finally(() => db.destroy());
  return { app, db, kind, readers, ...(ofReplica && { replicaReads: ofReplica.reads }), close };
}

/** Runs work without the statement timeout of requests. */
export async function withoutStatementTimeout<T>(
  config: DatabaseLocation,
  store: Store,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl, statementTimeoutMs } = config;
  if (!databaseUrl || statementTimeoutMs === undefined) return work(store);
  const unlimited = openDatabase({ app: store.app, dataDir, databaseUrl });
  return work(unlimited).finally(() => unlimited.close());
}
