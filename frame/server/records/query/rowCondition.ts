import type { Expression, SqlBool } from 'kysely';
import { type ColumnCondition, compileCondition } from '../../db/columnConditions.ts';
import type { Column } from '../schema/collection.ts';

/** A condition on the records of a list. `equals` is set if it compares a column with these values. */
export interface Condition {
  expression: Expression<SqlBool>;
  equals?: readonly [Column, readonly (string | number)[]];
  /** The same as data, for existing tables. */
  columnCondition?: ColumnCondition;
}

export const toCondition = (fact: ColumnCondition): Condition => ({
  expression: compileCondition(fact),
  columnCondition: fact,
});
/** Returns all conditions as data; undefined if one of them is SQL only. */
export const toColumnConditions = (conditions: readonly Condition[]): ColumnCondition[] | undefined =>
  conditions.every(({ columnCondition }) => columnCondition)
    ? conditions.flatMap(({ columnCondition }) => columnCondition ?? [])
    : undefined;
