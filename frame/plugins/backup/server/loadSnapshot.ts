import { sql } from 'kysely';
import type { DatabaseKind } from 'portal-frame/server/database';
import {
  type AnyDb,
  type AnyRow,
  type AppliedMigrations,
  allowDeletes,
  asAnyDb,
  CommandError,
  describeTables,
  listMigrationOwners,
  type Store,
  type TableDescription,
} from 'portal-frame/server/storage';
import { emptyGuardedTable } from './emptyGuardedTable.ts';
import type { Snapshot } from './snapshot.ts';

/** Throws a CommandError for rows of a plug-in that the app does not list: only its migrations make its tables. */
export function requireListedOwners(store: Store, applied: AppliedMigrations): void {
  const listed = ['former', ...listMigrationOwners(store).map(({ name }) => name)];
  const unlisted = Object.keys(applied).find((name) => !listed.includes(name));
  if (unlisted)
    throw new CommandError(
      `There are tables of "${unlisted}", which server/app.ts does not list: add it to plugins first.`,
    );
}

/** Parameters of one statement; SQLite allows 32,766. */
const MAX_VALUES = 30_000;
const MAX_ROWS = 500;

/** Writes a snapshot in one transaction; returns rows per table. Throws a CommandError unless empty or `force`. */
export const loadSnapshot = (
  { app, db, kind }: Store,
  from: Snapshot,
  { force = false } = {},
): Promise<Record<string, number>> =>
  db.transaction().execute(async (transaction) => {
    const anyDb = asAnyDb(transaction);
    await createMissingTablesAndColumns(anyDb, { app, kind }, from.tables);
    const filled = await findFilledTables(anyDb, await describeTables(anyDb, { app, kind }));
    if (filled.length > 0 && !force)
      throw new CommandError(
        `The database is not empty: there are rows in ${filled.join(', ')}. --force deletes them.`,
      );
    const checkReferences = await deferReferences(anyDb, kind);
    const guarded = app.appendOnlyTables ?? [];
    for (const name of filled) {
      await allowDeletes(transaction, name);
      if (guarded.includes(name)) await emptyGuardedTable(transaction, kind, name);
      else await anyDb.deleteFrom(name).execute();
    }
    const counts: Record<string, number> = {};
    for (const table of from.tables)
      counts[table.name] = await insertTableRows(anyDb, kind, table, from.rows(table.name));
    await checkReferences();
    for (const [name, count] of Object.entries(counts)) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(anyDb);
      const found = Number(rows[0]?.count);
      if (found !== count) throw new CommandError(`${name} should have ${count} rows now, but has ${found}.`);
    }
    return counts;
  });

async function findFilledTables(db: AnyDb, tables: readonly TableDescription[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables)
    if (await db.selectFrom(name).select(sql`1`.as('one')).limit(1).executeTakeFirst()) filled.push(name);
  return filled;
}

/** Creates missing tables and columns: those of collections are made only by a start. The next start adds indexes. */
async function createMissingTablesAndColumns(
  db: AnyDb,
  { app, kind }: Pick<Store, 'app' | 'kind'>,
  expected: readonly TableDescription[],
): Promise<void> {
  const there = new Map(
    (await describeTables(db, { app, kind })).map(({ name, columns }) => [name, columns.map((one) => one.name)]),
  );
  for (const { name, columns, key } of expected) {
    const found = there.get(name);
    const missing = columns.filter((column) => !found?.includes(column.name));
    const definitions = missing.map(({ name: column, type, nullable }) => {
      // Sorts texts by code point, like the tables that the server creates.
      const collation = type === 'text' && kind === 'postgres' ? 'collate "C"' : '';
      const rule = nullable || found ? '' : 'not null';
      return sql`${sql.ref(column)} ${sql.raw(`${type} ${collation} ${rule}`)}`;
    });
    if (found) for (const one of definitions) await sql`alter table ${sql.table(name)} add column ${one}`.execute(db);
    else {
      const primary = key.length > 0 ? [sql`primary key (${sql.join(key.map((one) => sql.ref(one)))})`] : [];
      await sql`create table ${sql.table(name)} (${sql.join([...definitions, ...primary])})`.execute(db);
    }
  }
}

/** Defers foreign keys to the end of the transaction. Returns the check to run there. */
async function deferReferences(db: AnyDb, kind: DatabaseKind): Promise<() => Promise<void>> {
  if (kind === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(db);
    return async () => {
      const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
      if (rows[0]) throw new CommandError(`A row of ${rows[0].table} refers to a row that is not there.`);
    };
  }
  const { rows } = await sql<{ name: string; owner: string }>`select conname as name, conrelid::regclass::text as owner
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`.execute(
    db,
  );
  const alter = async (how: string) => {
    for (const { name, owner } of rows)
      await sql`alter table ${sql.raw(owner)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(db);
  };
  await alter('deferrable initially deferred');
  return async () => {
    await sql`set constraints all immediate`.execute(db);
    await alter('not deferrable');
  };
}

async function insertTableRows(
  db: AnyDb,
  kind: DatabaseKind,
  { name, columns }: TableDescription,
  rows: AsyncIterable<AnyRow>,
) {
  const batchSize = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns.length));
  let batch: AnyRow[] = [];
  let count = 0;
  const write = async () => {
    if (batch.length > 0) await db.insertInto(name).values(batch).execute();
    count += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    batch.push(kind === 'postgres' ? stripNul(row) : row);
    if (batch.length >= batchSize) await write();
  }
  await write();
  return count;
}

/** PostgreSQL rejects NUL in texts; old SQLite rows may contain it. */
function stripNul(row: AnyRow): AnyRow {
  const clean = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, clean(value)]));
}
