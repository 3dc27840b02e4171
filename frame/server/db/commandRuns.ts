import type { Migration } from 'kysely/migration';
import type { Db } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';
import { runMigrationStep } from './runMigrationStep.ts';

/** Creates the migration after `frameTables`: last error of a message, last success of each scheduled command. */
export const operationTables = (kind: DatabaseKind): Migration => ({
  up: (db) =>
    runMigrationStep(db, kind, [
      'alter table outbox add column last_error text',
      'create table command_runs (name text primary key not null, succeeded_at bigint not null)',
    ]),
});

/** Records that a command succeeded. Ignores a read-only replica or an older schema. */
export async function recordCommandSuccess(db: Db, name: string): Promise<void> {
  const succeeded_at = Date.now();
  await db
    .insertInto('command_runs')
    .values({ name, succeeded_at })
    .onConflict((of) => of.column('name').doUpdateSet({ succeeded_at }))
    .execute()
    .catch(() => undefined);
}

/** Finds when each command last succeeded (ms since 1970). */
export const findLastSuccesses = (db: Db) => db.selectFrom('command_runs').selectAll().execute();
