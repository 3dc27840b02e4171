import type { Expression, SqlBool } from 'kysely';
import { type ColumnCondition, compileCondition } from '../../db/columnConditions.ts';
import type { Column } from '../schema/collection.ts';

/** A condition on the records of a list; `is` if it asks that a column has one of these values. */
export interface Condition {
  expression: Expression<SqlBool>;
  equals?: readonly [Column, readonly (string | number)[]];
  /** In a table that is there: the same as data. */
  columnCondition?: ColumnCondition;
}

export const toCondition = (fact: ColumnCondition): Condition => ({
  expression: compileCondition(fact),
  columnCondition: fact,
});
/** All of them as data; undefined where one is none. */
export const toColumnConditions = (conditions: readonly Condition[]): ColumnCondition[] | undefined =>
  conditions.every(({ columnCondition }) => columnCondition)
    ? conditions.flatMap(({ columnCondition }) => columnCondition ?? [])
    : undefined;
