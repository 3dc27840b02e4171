import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from './openDatabase.ts';

/** A database that this version cannot migrate. The message tells the operator how to go on. */
export class SchemaError extends Error {}

const CREATE = /^create (?:unique )?(?:table|index|trigger|view) (\w+)/i;
const DROP = /^drop index (\w+)/i;
const ADD = /^alter table (\w+) add column (\w+)/i;

/** Normalizes SQL for comparison: SQLite stores a definition as it was written. */
const normalizeSql = (definition: string) => definition.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** True if a statement was applied before. Until 2026-11-21 an interrupted SQLite step kept its first statements. */
async function isApplied(db: Kysely<unknown>, statement: string): Promise<boolean> {
  const [, created] = CREATE.exec(statement) ?? [];
  const [, dropped] = DROP.exec(statement) ?? [];
  const [, table, column] = ADD.exec(statement) ?? [];
  if (table && column) {
    const columns = await sql`select 1 from pragma_table_info(${table}) where name = ${column}`.execute(db);
    return columns.rows.length > 0;
  }
  const name = created ?? dropped;
  if (!name) return false;
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${name}`.execute(db);
  const [found] = rows;
  if (dropped) return !found;
  if (found && normalizeSql(found.sql) !== normalizeSql(statement))
    throw new SchemaError(
      `The database holds a "${name}" that this version did not make. Restore a backup into an empty DATA_DIR.`,
    );
  return found !== undefined;
}

/** Creates tables and indexes that are not there: a database may have them of an owner that made them before. */
export async function createMissing(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    await sql.raw(statement.replace(/^create ((?:unique )?index|table) /, 'create $1 if not exists ')).execute(db);
}

/** Runs the statements of a step, in one transaction with its record (see `migrate`). */
export async function runMigrationStep(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements.map((one) => one.trim()).filter(Boolean))
    if (kind === 'postgres' || !(await isApplied(db, statement))) await sql.raw(statement).execute(db);
}
