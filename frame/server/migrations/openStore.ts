import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type DatabaseLocation, openDatabase, type Store } from '../db/openDatabase.ts';
import { SchemaError } from '../db/runMigrationStep.ts';
import {
  type AppliedMigrations,
  createRecords,
  findAppliedMigrations,
  findUnknownMigration,
  getRecordTable,
} from './appliedMigrations.ts';
import { HANDED_OVER } from './handedOver.ts';
import {
  getCoveredMigrations,
  listMigrationOwners,
  loadFormerMigrations,
  type MigrationOwner,
} from './migrationOwners.ts';

/**
 * Migrates the database to the current schema, or only by the migrations of `upTo`: the frame, plug-ins in the order of
 * their needs, the app. Each migration and its record are one transaction. If several servers start, one migrates and
 * the others wait. Throws a SchemaError for a database of a newer version.
 */
export async function migrate(store: Store, upTo?: AppliedMigrations): Promise<void> {
  const { db, kind } = store;
  const owners = listMigrationOwners(store);
  const run = async () => {
    const found = await findAppliedMigrations(store);
    if (!found.frame) await leaveFormerList(store, found, upTo);
    if (upTo?.former) return;
    const applied = found.frame ? found : await findAppliedMigrations(store);
    requireKnownMigrations(owners, applied);
    for (const owner of owners) await runMigrations(db, owner, applied, upTo);
  };
  await (kind === 'postgres' ? withMigrationLock(db, run) : run());
}

/**
 * The last migration of the former list, and the only one of it in a new database: from then on each owner has its own
 * record. Versions with one list do not know it, and refuse the database.
 */
const LAST_STEP = '999_each_owner';

/** Runs the former list of a database that a version with one list made. In a new one, only its last migration. */
async function leaveFormerList(store: Store, applied: AppliedMigrations, upTo?: AppliedMigrations): Promise<void> {
  const former = await createFormerOwner(store, applied.former ?? upTo?.former);
  requireKnownMigrations([former], applied);
  await runMigrations(store.db, former, applied, upTo?.former && upTo);
}

async function createFormerOwner(
  store: Pick<Store, 'app' | 'kind'>,
  former: readonly string[] | undefined,
): Promise<MigrationOwner> {
  const covered = former ? getCoveredMigrations(store) : { frame: [] };
  return {
    name: 'former',
    migrations: {
      ...(former && (await loadFormerMigrations(store))),
      [LAST_STEP]: { up: (db) => createRecords(db, covered) },
    },
  };
}

/** Runs an owner's migrations that are not applied yet. */
async function runMigrations(
  db: Store['db'],
  { name: owner, migrations }: MigrationOwner,
  applied: AppliedMigrations,
  upTo?: AppliedMigrations,
): Promise<void> {
  const wanted = upTo ? (upTo[owner] ?? []) : Object.keys(migrations);
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db, provider, migrationTableName: getRecordTable(owner) });
  for (const name of wanted)
    if (!applied[owner]?.includes(name)) {
      const { error } = await migrator.migrateUp();
      if (error) throw error;
    }
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

/** Finds the migrations that are not applied yet, by owner. Throws a SchemaError for a newer database. */
export async function findPendingMigrations(store: Pick<Store, 'app' | 'db' | 'kind'>): Promise<AppliedMigrations> {
  const applied = await findAppliedMigrations(store);
  const { former } = applied;
  const owners = listMigrationOwners(store);
  if (former) owners.unshift(await createFormerOwner(store, former));
  requireKnownMigrations(owners, applied);
  const made: AppliedMigrations = former ? { ...getCoveredMigrations(store), former } : applied;
  const pending = owners.map(({ name, migrations }): [string, string[]] => [
    name,
    Object.keys(migrations).filter((one) => !made[name]?.includes(one)),
  ]);
  return Object.fromEntries(pending.filter(([, names]) => names.length > 0));
}

/** Finds the plug-ins of tables with rows that the frame made before. */
async function findOwnersOfRows({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const found = Object.entries(HANDED_OVER).filter(([table]) => tables.includes(table));
  const owners = found.map(async ([table, owner]) => {
    const { rows } = await sql`select 1 as found from ${sql.table(table)} limit 1`.execute(db);
    return rows.map(() => owner);
  });
  return (await Promise.all(owners)).flat();
}

/** Finds the plug-ins with applied migrations or rows that the app does not list (any more). Their tables stay. */
export async function findUnlistedOwners(store: Pick<Store, 'app' | 'db' | 'kind'>): Promise<string[]> {
  const { former: _, ...applied } = await findAppliedMigrations(store);
  const listed = listMigrationOwners(store).map(({ name }) => name);
  const all = new Set([...Object.keys(applied), ...(await findOwnersOfRows(store))]);
  return [...all].filter((name) => !listed.includes(name)).toSorted();
}

function requireKnownMigrations(owners: readonly MigrationOwner[], applied: AppliedMigrations): void {
  const unknown = findUnknownMigration(owners, applied);
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
