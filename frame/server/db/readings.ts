import type { Compilable } from 'kysely';
import type { Db } from './databaseSchema.ts';
import type { Fact } from './facts.ts';

/** What a table that migrations made has for long lists of its rows. */
export interface Reading {
  /** The index to read along, in the order of a column. */
  indexFor(facts: readonly Fact[], order: string): string | undefined;
  /** How many match, where counts are kept that know it. */
  counted(db: Db, facts: readonly Fact[]): Compilable<{ total: number | null }> | undefined;
}
