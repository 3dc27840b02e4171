import type { Expression, SqlBool } from 'kysely';
import { type Fact, testOf } from '../../db/facts.ts';
import type { Column } from '../schema/collection.ts';

/** A condition on the records of a list; `is` if it asks that a column has one of these values. */
export interface Condition {
  test: Expression<SqlBool>;
  is?: readonly [Column, readonly (string | number)[]];
  /** In a table that is there: the same as data. */
  fact?: Fact;
}

export const conditionOf = (fact: Fact): Condition => ({ test: testOf(fact), fact });
/** All of them as data; undefined where one is none. */
export const factsIn = (conditions: readonly Condition[]): Fact[] | undefined =>
  conditions.every(({ fact }) => fact) ? conditions.flatMap(({ fact }) => fact ?? []) : undefined;
