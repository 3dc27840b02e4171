import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Comparison, type Condition, toFieldComparison } from '../../../where/where.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Collection } from '../schema/collection.ts';
import { operatorMap } from './operatorMap.ts';
import { compileHop, findColumn, findHop, getValueCondition, joinConditions, type WhereContext } from './wherePath.ts';

/** Creates the refusal (400) of a list parameter. People combine conditions themselves, and read an advice. */
export const createListRefusal = (part: string, reason: string) =>
  new HttpError(400, part === 'where' ? 'server.badConditions' : 'server.badList', {
    args: { reason: `${part}: ${reason}` },
    errors: { [part]: 'server.badList' },
  });

/** Compiles the comparison of a field with a value. A value that the user does not see counts as missing. */
function compileComparison(collection: Collection, comparison: Comparison, context: WhereContext): RawBuilder<SqlBool> {
  const { path, operator, value } = comparison;
  const name = path.join('.');
  const hop = findHop(collection, name, context.collections);
  const column = findColumn(collection, name);
  if (!column) {
    if (!hop || operator !== 'exists') throw createListRefusal('where', `the value of "${name}" cannot be used`);
    const has = compileHop(hop, sql`1 = 1`, context);
    return value === true ? has : sql`(${has} is not true)`;
  }
  const compiled = operatorMap[operator]({ collection, column, context }, value);
  if (!compiled) throw createListRefusal('where', `the value of "${name}" cannot be used`);
  const given = context.account && getValueCondition(column, context.account);
  if (!given) return compiled;
  const isEmpty = value === false ? operator === 'exists' : [value].flat().includes(null);
  return isEmpty ? sql`(${given} is not true or ${compiled})` : sql`(${given} and ${compiled})`;
}

/**
 * Compiles a condition on the records of a collection, for both databases. Check the paths before (checkWherePaths).
 * A hop is a subquery, so that records never repeat and totals are exact. A comparison without a value is false or null;
 * `not` holds for both. Throws an HttpError (400) for a value that the field cannot have.
 */
export function compileWhere(collection: Collection, condition: Condition, context: WhereContext): RawBuilder<SqlBool> {
  if (condition.kind === 'not') {
    const { field = '', value } = toFieldComparison(condition) ?? {};
    const column = findColumn(collection, field);
    // A partial index only serves queries that repeat its condition. A required value is never null.
    if (column?.field.required && column.literals?.includes(value))
      return sql`${sql.ref(column.valueColumn)} <> ${sql.lit(value)}`;
    return sql`(${compileWhere(collection, condition.part, context)} is not true)`;
  }
  if (condition.kind === 'and' || condition.kind === 'or') {
    const parts = condition.parts.map((part) => compileWhere(collection, part, context));
    return joinConditions(parts, condition.kind);
  }
  const [first = '', ...rest] = condition.path;
  if (condition.kind === 'compare' && rest.length === 0) return compileComparison(collection, condition, context);
  const hop = findHop(collection, first, context.collections);
  if (!hop) throw createListRefusal('where', `the value of "${first}" cannot be used`);
  const inner = rest.length > 0 ? { ...condition, path: rest } : (condition as { part: Condition }).part;
  const found = compileHop(hop, compileWhere(hop.target, inner, context), context);
  // A reference that is looked up leads nowhere if the caller does not see its source.
  const column = findColumn(collection, first);
  const given = column && context.account && getValueCondition(column, context.account);
  return given ? sql`(${given} and ${found})` : found;
}
