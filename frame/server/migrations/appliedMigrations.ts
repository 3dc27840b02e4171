import { type Kysely, sql } from 'kysely';
import type { Store } from '../db/openDatabase.ts';
import type { MigrationOwner } from './migrationOwners.ts';

/**
 * Names of the applied migrations by owner, in order. A database that a version with one list made has only those of
 * `former`; a new one has no owner.
 */
export type AppliedMigrations = Readonly<Record<string, readonly string[]>>;

/** The table of Kysely's default name: the record of the one list of former versions. */
const FORMER_TABLE = 'kysely_migration';
const PREFIX = 'migrations_';

/** Returns the table that records the applied migrations of an owner. */
export const getRecordTable = (owner: string): string => (owner === 'former' ? FORMER_TABLE : PREFIX + owner);

/** True for tables that record applied migrations, except the former one, which Kysely hides. */
export const isRecordTable = (table: string): boolean => table.startsWith(PREFIX);

/** Finds the applied migrations, also those of owners that the app does not list. */
export async function findAppliedMigrations({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<AppliedMigrations> {
  const found = await (kind === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  ).execute(db);
  const tables = found.rows.map(({ name }) => name);
  const read = async (table: string) =>
    (await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)).rows.map(
      ({ name }) => name,
    );
  if (!tables.includes(getRecordTable('frame'))) {
    const former = tables.includes(FORMER_TABLE) ? await read(FORMER_TABLE) : [];
    return former.length > 0 || tables.includes('accounts') ? { former } : {};
  }
  const applied: Record<string, readonly string[]> = {};
  for (const table of tables.filter(isRecordTable).toSorted()) applied[table.slice(PREFIX.length)] = await read(table);
  return applied;
}

/** Creates records of applied migrations, as Kysely does. */
export async function createRecords(db: Kysely<unknown>, applied: AppliedMigrations): Promise<void> {
  const timestamp = new Date().toISOString();
  for (const [owner, names] of Object.entries(applied)) {
    const table = getRecordTable(owner);
    await db.schema
      .createTable(table)
      .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
      .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
      .execute();
    for (const name of names)
      await sql`insert into ${sql.table(table)} (name, timestamp) values (${name}, ${timestamp})`.execute(db);
  }
}

/** Returns the first applied migration that its owner's list lacks: a newer version made it. */
export const findUnknownMigration = (
  owners: readonly MigrationOwner[],
  applied: AppliedMigrations,
): string | undefined =>
  owners.flatMap(({ name, migrations }) => applied[name]?.filter((one) => !Object.hasOwn(migrations, one)) ?? [])[0];
