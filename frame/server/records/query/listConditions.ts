import { type Condition, getConjuncts, toFieldComparison } from '../../../where/where.ts';
import type { TimeRange } from '../../base/time.ts';
import type { Collection, Column, ListCondition } from '../schema/collection.ts';
import { compileWhere } from './compileWhere.ts';
import { compileTimeRange, toTimeRange } from './operatorMap.ts';
import { findColumn, getValueCondition, type WhereContext } from './wherePath.ts';

/** Compiles each conjunct of a condition on its own. Several bounds of the same moment become one range. */
export function toListConditions(collection: Collection, condition: Condition, context: WhereContext): ListCondition[] {
  const { account, zone, me } = context;
  const ranges = new Map<Column, [TimeRange, Condition]>();
  const others = getConjuncts(condition).flatMap((part): ListCondition[] => {
    const column = findColumn(collection, toFieldComparison(part)?.field ?? '');
    const isVisible = !(account && column && getValueCondition(column, account));
    const range = isVisible && column && part.kind === 'compare' && toTimeRange(column, part, zone);
    if (!range)
      return [{ expression: compileWhere(collection, part, context), ...(isVisible && { condition: part, me }) }];
    const [{ from, to }] = ranges.get(column) ?? [range];
    ranges.set(column, [{ from: Math.max(from, range.from), to: Math.min(to, range.to) }, part]);
    return [];
  });
  const bounds = [...ranges].map(([column, [range, part]]) => ({
    expression: compileTimeRange(column, range),
    ...{ condition: part, ranged: column },
  }));
  return [...bounds, ...others];
}
