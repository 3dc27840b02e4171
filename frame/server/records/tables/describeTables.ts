import { type Kysely, sql } from 'kysely';
import type { Db, Schema } from '../../db/databaseSchema.ts';
import type { DatabaseKind, Store } from '../../db/openDatabase.ts';
import { isRecordTable } from '../../migrations/appliedMigrations.ts';
import type { ServerParts } from '../../parts.ts';
import { isDerivedTable } from '../derived/derivedTables.ts';

/** A database whose tables are only known at run time. */
export type AnyDb = Kysely<Schema & Record<string, AnyRow>>;
export type AnyRow = Record<string, unknown>;

/** A table, described in types that both databases have. */
export interface TableDescription {
  name: string;
  columns: { name: string; type: string; nullable: boolean }[];
  key: string[];
}

/** Returns the database, typed for tables that are only known at run time. */
export const asAnyDb = (db: Db) => db as AnyDb;

/** Names that PostgreSQL reports for types. */
const TYPE_ALIASES: Record<string, string> = { int4: 'integer', int8: 'bigint', float8: 'double precision' };

/** Triggers rebuild derived tables; applied migrations, holds and command runs belong to this installation. */
const isExcluded = ({ derivedTables }: ServerParts, name: string) =>
  ['backup_holds', 'command_runs'].includes(name) || isRecordTable(name) || derivedTables?.test(name) === true;

/** Describes all tables except records of migrations, derived ones and partitions. */
export async function describeTables(
  db: AnyDb,
  { app, kind }: Pick<Store, 'app' | 'kind'>,
): Promise<TableDescription[]> {
  const whole = kind === 'postgres' ? await findWholeTables(db) : undefined;
  const tables: TableDescription[] = [];
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
