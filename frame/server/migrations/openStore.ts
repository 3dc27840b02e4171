import { Migrator } from 'kysely/migration';
import { type DatabaseLocation, findAppliedMigrations, openDatabase, type Store } from '../db/openDatabase.ts';
import { SchemaError } from '../db/runMigrationStep.ts';
import { getMigrations } from './migrationList.ts';

/**
 * Brings the database to today's schema, or to that of the migration named. Each step and its record are one
 * transaction: a process that ends in the middle leaves the database as it was before the step. Of several servers that
 * start at a time one makes a step while the others wait. Throws a SchemaError for a database of a newer version.
 */
export async function migrate({ db, kind }: Store, upTo?: string): Promise<void> {
  const available = getMigrations(kind);
  let seen = await findAppliedMigrations(db);
  requireKnownMigrations(seen, Object.keys(available));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => available } });
  while (Object.keys(available).some((name) => !seen.includes(name) && (!upTo || name <= upTo))) {
    const { error } = await migrator.migrateUp();
    if (error) throw error;
    seen = await findAppliedMigrations(db);
  }
}

/** The steps that a start would still make, by name. Throws a SchemaError for a database of a newer version. */
export async function findPendingMigrations({ db, kind }: Store): Promise<string[]> {
  const available = Object.keys(getMigrations(kind));
  const made = await findAppliedMigrations(db);
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

/** Opens the database and brings it to today's schema. */
export async function openStore(config: DatabaseLocation): Promise<Store> {
  const { dataDir, databaseUrl, statementTimeoutMs: statementMs } = config;
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
