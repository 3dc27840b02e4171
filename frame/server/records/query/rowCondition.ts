import type { RawBuilder, SqlBool } from 'kysely';
import { isSymbol } from '../../../where/symbols.ts';
import { type Comparison, type Condition, getConjuncts } from '../../../where/where.ts';
import { between, type ColumnCondition, compileCondition, isEqualTo } from '../../db/columnConditions.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { compileWhere } from './compileWhere.ts';
import { resolveTime, toDayRange } from './operatorMap.ts';
import { findColumn, getValueCondition, type WhereContext } from './wherePath.ts';

/** A condition on the records of a list. `equals` is set if it compares a column with these values. */
export interface ListCondition {
  expression: RawBuilder<SqlBool>;
  equals?: readonly [Column, readonly (string | number)[]];
  /** The same as data, for existing tables. */
  columnCondition?: ColumnCondition;
}

export const toListCondition = (columnCondition: ColumnCondition): ListCondition => ({
  expression: compileCondition(columnCondition),
  columnCondition,
});
/** Returns all conditions as data; undefined if one of them is SQL only. */
export const toColumnConditions = (conditions: readonly ListCondition[]): ColumnCondition[] | undefined =>
  conditions.every(({ columnCondition }) => columnCondition)
    ? conditions.flatMap(({ columnCondition }) => columnCondition ?? [])
    : undefined;

/** Compares a moment with a day or a moment, as bounds of a time range. */
function toRange({ operator, value }: Comparison, { codec }: Column, zone: string) {
  const expected = resolveTime(value, zone);
  const moment = codec.encodeFilter(expected, zone);
  const range =
    toDayRange(expected, zone) ?? (typeof moment === 'number' ? { from: moment, to: moment + 1 } : undefined);
  const ranges = range && {
    equals: range,
    ...{ gte: { from: range.from }, gt: { from: range.to }, lte: { to: range.to }, lt: { to: range.from } },
  };
  return ranges?.[operator as keyof typeof ranges];
}

/** Converts a condition on an existing table to data; returns undefined if that is impossible. */
export function toColumnData(
  collection: Collection,
  condition: Condition,
  zone: string,
  me?: string,
): ColumnCondition[] | undefined {
  const isNegated = condition.kind === 'not';
  const compared = isNegated ? condition.part : condition;
  const [name = '', ...rest] = compared.kind === 'compare' ? compared.path : [];
  const column = findColumn(collection, name);
  if (compared.kind !== 'compare' || rest.length > 0 || !column) return undefined;
  const { operator, value } = compared;
  const { valueColumn, codec, field } = column;
  if (operator === 'exists' || value === null)
    return [{ column: valueColumn, operator: (value === true) === isNegated ? 'is null' : 'is not null' }];
  if (isSymbol(value) && value.symbol === 'me')
    return me === undefined || isNegated || operator !== 'equals'
      ? undefined
      : [isEqualTo(column.idColumn ?? valueColumn, me)];
  if (column.storage === 'moment') {
    const range = isNegated ? undefined : toRange(compared, column, zone);
    return range && between(valueColumn, range);
  }
  const stored = operator === 'equals' ? codec.encodeFilter(resolveTime(value, zone), zone) : undefined;
  if (stored === undefined) return undefined;
  const { choices = [] } = field as { choices?: readonly unknown[] };
  const isEqual = { ...isEqualTo(valueColumn, stored), isLiteral: choices.includes(stored) };
  return [isNegated ? { ...isEqual, operator: 'is distinct from' } : isEqual];
}

/** Returns the column and the values that a condition compares it with; undefined if it does more. */
function getEquals(collection: Collection, condition: Condition, { account, zone }: WhereContext) {
  if (condition.kind !== 'compare' || condition.path.length > 1) return undefined;
  const { path, operator, value } = condition;
  const column = findColumn(collection, path[0] ?? '');
  if (!column || column.storage === 'moment' || (operator !== 'equals' && operator !== 'in')) return undefined;
  if (account && getValueCondition(column, account)) return undefined;
  const values = [value].flat().map((one) => column.codec.encodeFilter(resolveTime(one, zone), zone));
  const defined = values.filter((one) => one !== undefined);
  return values.length > 0 && defined.length === values.length ? ([column, defined] as const) : undefined;
}

/** Compiles a condition to one per conjunct, as data if a summary table or the choice of an index can use it. */
export const toListConditions = (
  collection: Collection,
  condition: Condition,
  context: WhereContext,
): ListCondition[] =>
  getConjuncts(condition).flatMap((part): ListCondition[] => {
    const data = collection.existingTable && toColumnData(collection, part, context.zone);
    if (data) return data.map(toListCondition);
    const equals = getEquals(collection, part, context);
    return [{ expression: compileWhere(collection, part, context), ...(equals && { equals }) }];
  });
