import { type Compilable, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { runCachedQuery } from './cachedQuery.ts';
import type { Db } from './databaseSchema.ts';
import { isSqlite } from './jsonLists.ts';

/** A condition on a column, as data: indexes are chosen, and totals looked up, by what it says. */
export interface ColumnCondition {
  column: string;
  operator: '=' | '<>' | '>=' | '<' | 'is null' | 'is not null' | 'is distinct from';
  value?: string | number;
  /** One of a few values. It is written out: an index that has a condition serves what says it in the same words. */
  isLiteral?: boolean;
}

export const isEqualTo = (column: string, value: string | number | null): ColumnCondition =>
  value === null ? { column, operator: 'is null' } : { column, operator: '=', value };
export const isEqualToLiteral = (column: string, value: string): ColumnCondition => ({
  ...isEqualTo(column, value),
  isLiteral: true,
});

/** A stretch of time; without a bound on a side that it has none on. */
export const between = (column: string, { from, to }: { from?: number; to?: number }): ColumnCondition[] => [
  ...(from === undefined ? [] : [{ column, operator: '>=' as const, value: from }]),
  ...(to === undefined ? [] : [{ column, operator: '<' as const, value: to }]),
];

export function compileCondition({
  column,
  operator: test,
  value,
  isLiteral: fixed,
}: ColumnCondition): RawBuilder<SqlBool> {
  const operand = value === undefined ? sql`` : fixed ? sql.lit(value) : sql`${value}`;
  return sql`${sql.ref(column)} ${sql.raw(test)} ${operand}`;
}

/** Runs a query of these conditions as `runCompiled` does: they are given with holes in the place of their values. */
export function runConditionQuery<R, V extends Readonly<Record<string, unknown>>>(
  db: Db,
  what: string,
  facts: readonly ColumnCondition[],
  values: V,
  build: (facts: readonly ColumnCondition[], holes: V) => Compilable<R>,
): Promise<R[]> {
  const shape = facts
    .map(({ column, operator: test, value, isLiteral: fixed }) => `${column} ${test} ${fixed ? value : ''}`)
    .join();
  const own = Object.fromEntries(facts.map(({ value, isLiteral: fixed }, at) => [at, fixed ? undefined : value]));
  return runCachedQuery(db, `${what}: ${shape}`, { ...own, ...values }, (holes) => {
    const held = facts.map((one, at) => (own[at] === undefined ? one : { ...one, value: holes[at] as string }));
    return build(held, holes);
  });
}

/**
 * The table, read along that index. PostgreSQL chooses by what it knows of the table's contents; SQLite keeps no such
 * knowledge and needs the index named.
 */
export function selectFromIndex<DB, T extends keyof DB & string>(
  db: Kysely<DB>,
  table: T,
  index: string | undefined,
): SelectQueryBuilder<DB, T, object> {
  const name = sql`${sql.table(table)} ${index !== undefined && isSqlite(db) ? sql`indexed by ${sql.ref(index)}` : sql``}`;
  const from = db.selectFrom(sql<DB[T]>`${sql.table(table)}`.as<T>(name));
  return from as unknown as SelectQueryBuilder<DB, T, object>;
}
