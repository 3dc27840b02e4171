import { type Compilable, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { runCachedQuery } from './cachedQuery.ts';
import type { Db } from './databaseSchema.ts';
import { isSqlite } from './jsonLists.ts';

/** A condition on a column as data, so that code can choose an index or a summary table by it. */
export interface ColumnCondition {
  column: string;
  operator: '=' | '<>' | '>=' | '<' | 'is null' | 'is not null' | 'is distinct from';
  value?: string | number;
  /** Writes the value into the SQL, because a partial index only serves queries that repeat its literal condition. */
  isLiteral?: boolean;
}

/** Returns a condition for one value or null. */
export const isEqualTo = (column: string, value: string | number | null): ColumnCondition =>
  value === null ? { column, operator: 'is null' } : { column, operator: '=', value };
/** Returns a condition with its value in the SQL, for partial indexes. */
export const isEqualToLiteral = (column: string, value: string): ColumnCondition => ({
  column,
  operator: '=',
  value,
  isLiteral: true,
});

/** Returns conditions for a time range; a missing bound is open. */
export const between = (column: string, { from, to }: { from?: number; to?: number }): ColumnCondition[] => [
  ...(from === undefined ? [] : [{ column, operator: '>=' as const, value: from }]),
  ...(to === undefined ? [] : [{ column, operator: '<' as const, value: to }]),
];

/** Compiles a condition to SQL. */
export function compileCondition({ column, operator, value, isLiteral }: ColumnCondition): RawBuilder<SqlBool> {
  const operand = value === undefined ? sql`` : isLiteral ? sql.lit(value) : sql`${value}`;
  return sql`${sql.ref(column)} ${sql.raw(operator)} ${operand}`;
}

/** Runs a query with these conditions as `runCachedQuery` does, with placeholders for their values. */
export function runConditionQuery<R, V extends Readonly<Record<string, unknown>>>(
  db: Db,
  name: string,
  conditions: readonly ColumnCondition[],
  values: V,
  build: (conditions: readonly ColumnCondition[], placeholders: V) => Compilable<R>,
): Promise<R[]> {
  const key = conditions.map(
    ({ column, operator, value, isLiteral }) => `${column} ${operator} ${isLiteral ? value : ''}`,
  );
  const operands = Object.fromEntries(
    conditions.map(({ value, isLiteral }, at) => [at, isLiteral ? undefined : value]),
  );
  return runCachedQuery(db, `${name}: ${key.join()}`, { ...operands, ...values }, (placeholders) =>
    build(
      conditions.map((condition, at) =>
        operands[at] === undefined ? condition : { ...condition, value: placeholders[at] as string },
      ),
      placeholders,
    ),
  );
}

/** Selects from a table by an index. PostgreSQL chooses its own; SQLite keeps no statistics and needs the name. */
export function selectFromIndex<DB, T extends keyof DB & string>(
  db: Db,
  table: T,
  index: string | undefined,
): SelectQueryBuilder<DB, T, object> {
  const name = sql`${sql.table(table)} ${index !== undefined && isSqlite(db) ? sql`indexed by ${sql.ref(index)}` : sql``}`;
  const from = db.selectFrom(sql`${sql.table(table)}`.as(name));
  return from as unknown as SelectQueryBuilder<DB, T, object>;
}

/** Faster ways to read and count long lists of a table that migrations created. */
export interface ListQueryHints {
  chooseIndex(conditions: readonly ColumnCondition[], order: string): string | undefined;
  /** Builds a query that counts from a summary table, if one covers these conditions. */
  countFromSummary(db: Db, conditions: readonly ColumnCondition[]): Compilable<{ total: number | null }> | undefined;
}
