import type { Compilable } from 'kysely';
import { indexFor } from '../../../server/store/appointmentIndexes.ts';
import { isCounted, totalOf } from '../../../server/store/counts.ts';
import type { Fact } from './facts.ts';
import type { Db } from './schema.ts';

/** What a table that migrations made has for long lists of its rows. */
interface Reading {
  /** The index to read along, in the order of a column. */
  indexFor(facts: readonly Fact[], order: string): string | undefined;
  /** How many match, where counts are kept that know it. */
  counted(db: Db, facts: readonly Fact[]): Compilable<{ total: number | null }> | undefined;
}

export const READINGS: Readonly<Record<string, Reading>> = {
  appointments: {
    indexFor,
    counted: (db, facts) => (isCounted(facts) ? totalOf(db, facts) : undefined),
  },
};
