import { type Kysely, sql } from 'kysely';
import type { Db, Schema } from '../db/databaseSchema.ts';
import type { DatabaseKind, Store } from '../db/openDatabase.ts';
import { type AppliedMigrations, findAppliedMigrations, isRecordTable } from '../migrations/appliedMigrations.ts';
import type { ServerParts } from '../parts.ts';
import { isDerivedTable } from '../records/derived/derivedTables.ts';

/** A database whose tables are only known at run time. */
export type AnyDb = Kysely<Schema & Record<string, SnapshotRow>>;
export type SnapshotRow = Record<string, unknown>;

/** Types of columns, valid in both databases. They become part of statements. */
export const COLUMN_TYPES: readonly string[] = [
  'text',
  'integer',
  'bigint',
  'smallint',
  'real',
  'double precision',
  'numeric',
  'boolean',
  'blob',
  'bytea',
];

/** A table of a backup. */
export interface SnapshotTable {
  name: string;
  columns: { name: string; type: string; nullable: boolean }[];
  key: string[];
}

/** All rows of all tables at one moment. */
export interface Snapshot {
  tables: readonly SnapshotTable[];
  migrations: AppliedMigrations;
  rows(table: string): AsyncIterable<SnapshotRow>;
}

export const asAnyDb = (db: Db) => db as AnyDb;

/** Names that PostgreSQL reports for types. */
const TYPE_ALIASES: Record<string, string> = { int4: 'integer', int8: 'bigint', float8: 'double precision' };

/** Triggers rebuild derived tables; applied migrations, running backups and command runs belong to this installation. */
const isExcluded = ({ derivedTables }: ServerParts, name: string) =>
  ['backup_holds', 'command_runs'].includes(name) || isRecordTable(name) || derivedTables?.test(name) === true;

/** Describes all tables except records of migrations, derived ones and partitions. */
export async function describeTables(db: AnyDb, { app, kind }: Pick<Store, 'app' | 'kind'>): Promise<SnapshotTable[]> {
  const whole = kind === 'postgres' ? await findWholeTables(db) : undefined;
  const tables: SnapshotTable[] = [];
  for (const { name, schema, isView, columns } of await db.introspection.getTables()) {
    if (isView || isExcluded(app, name) || isDerivedTable(name) || whole?.has(`${schema}.${name}`) === false) continue;
    const described = columns.map(({ name: column, dataType, isNullable }) => ({
      name: column,
      type: TYPE_ALIASES[dataType] ?? dataType.toLowerCase(),
      nullable: isNullable,
    }));
    tables.push({ name, columns: described, key: await readPrimaryKey(db, kind, name) });
  }
  return tables;
}

async function readPrimaryKey(db: AnyDb, kind: DatabaseKind, table: string): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
      : sql<{ name: string }>`select attname as name from pg_index
          join pg_attribute on attrelid = indrelid and attnum = any(indkey)
          where indisprimary and indrelid = (select oid from pg_class
            where relname = ${table} and relnamespace = current_schema()::regnamespace)
          order by array_position(indkey::int2[], attnum)`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

async function findWholeTables(db: AnyDb): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select current_schema() || '.' || relname as name from pg_class
    where not relispartition and relnamespace = current_schema()::regnamespace`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const PAGE_SIZE = 500;

async function* streamRows(db: AnyDb, kind: DatabaseKind, table: string): AsyncIterable<SnapshotRow> {
  if (kind === 'sqlite') {
    yield* db.selectFrom(table).selectAll().stream();
    return;
  }
  await sql`declare page_rows no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<SnapshotRow>`fetch ${sql.lit(PAGE_SIZE)} from page_rows`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close page_rows`.execute(db);
}

/** Runs `work` in a read-only transaction on a snapshot of all rows. It blocks nobody. */
export function withSnapshot<T>({ app, db, kind }: Store, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (view) => {
    const migrations = await findAppliedMigrations({ db: view, kind });
    const anyDb = asAnyDb(view);
    const tables = await describeTables(anyDb, { app, kind });
    return work({ tables, migrations, rows: (table) => streamRows(anyDb, kind, table) });
  });
}
