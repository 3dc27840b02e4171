import type { Compilable } from 'kysely';
import type { ColumnCondition } from './columnConditions.ts';
import type { Db } from './databaseSchema.ts';

/** What a table that migrations made has for long lists of its rows. */
export interface ListQueryHints {
  /** The index to read along, in the order of a column. */
  chooseIndex(facts: readonly ColumnCondition[], order: string): string | undefined;
  /** How many match, where counts are kept that know it. */
  countFromSummary(db: Db, facts: readonly ColumnCondition[]): Compilable<{ total: number | null }> | undefined;
}
