import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type DatabaseLocation, findAppliedMigrations, openDatabase, type Store } from '../db/openDatabase.ts';
import { SchemaError } from '../db/runMigrationStep.ts';
import { getMigrations } from './migrationList.ts';

/**
 * Migrates the database to the current schema, or up to the named migration. Each step and its record are one
 * transaction. If several servers start, one migrates and the others wait. Throws a SchemaError for a database of a
 * newer version.
 */
export async function migrate(store: Store, upTo?: string): Promise<void> {
  const { db, kind } = store;
  const available = getMigrations(store);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => available } });
  const run = async () => {
    let seen = await findAppliedMigrations(db);
    requireKnownMigrations(seen, Object.keys(available));
    while (Object.keys(available).some((name) => !seen.includes(name) && (!upTo || name <= upTo))) {
      const { error } = await migrator.migrateUp();
      if (error) throw error;
      seen = await findAppliedMigrations(db);
    }
  };
  await (kind === 'postgres' ? withMigrationLock(db, run) : run());
}

/** The advisory lock of servers that migrate. */
const MIGRATION_LOCK_ID = 7_204_913;

/** Runs `work` while no other server migrates. Kysely's own lock comes after it reads the tables, which may go then. */
const withMigrationLock = (db: Store['db'], work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK_ID)})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK_ID)})`.execute(connection);
    }
  });

/** Finds the migrations that are not applied yet, for `npm run plan`. Throws a SchemaError for a newer database. */
export async function findPendingMigrations(store: Store): Promise<string[]> {
  const available = Object.keys(getMigrations(store));
  const made = await findAppliedMigrations(store.db);
  requireKnownMigrations(made, available);
  return available.filter((name) => !made.includes(name));
}

function requireKnownMigrations(seen: readonly string[], available: readonly string[]): void {
  const unknown = seen.find((name) => !available.includes(name));
  if (unknown)
    throw new SchemaError(
      `The database was brought up by a newer version (${unknown}). Start that one, or restore a backup.`,
    );
}

/** Opens the database and migrates it. */
export async function openStore(config: DatabaseLocation): Promise<Store> {
  const { app, dataDir, databaseUrl, statementTimeoutMs } = config;
  // Migrations have no statement timeout.
  const store = openDatabase({ ...(app && { app }), dataDir, ...(databaseUrl && { databaseUrl }) });
  try {
    await migrate(store);
    // Reports an unwritable file now instead of at the first write.
    await store.db.transaction().execute(async () => undefined);
  } catch (error) {
    await store.close();
    throw error;
  }
  if (!databaseUrl || statementTimeoutMs === undefined) return store;
  await store.close();
  return openDatabase(config);
}
