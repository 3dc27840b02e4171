import type { Compilable } from 'kysely';
import type { ColumnCondition } from './columnConditions.ts';
import type { Db } from './databaseSchema.ts';

/** Faster ways to read and count long lists of a table that migrations created. */
export interface ListQueryHints {
  /** Chooses an index for these conditions and this order. */
  chooseIndex(facts: readonly ColumnCondition[], order: string): string | undefined;
  /** Builds a query that counts from a summary table, if one covers these conditions. */
  countFromSummary(db: Db, facts: readonly ColumnCondition[]): Compilable<{ total: number | null }> | undefined;
}
